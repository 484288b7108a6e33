"""Add idempotency keys, so that no request is carried out twice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "acts",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("asked", sa.String(64), nullable=False),
        sa.Column("made", sa.Float, nullable=False, index=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("answer", sa.LargeBinary),
    )
