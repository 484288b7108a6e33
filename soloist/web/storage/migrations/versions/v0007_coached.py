"""Add how many turns of a table were loaded from the coach."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "coached",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("turns", sa.Integer, nullable=False),
    )
