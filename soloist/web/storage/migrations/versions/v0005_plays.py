"""Add finished games ("plays"), which outlive their tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "plays",
        sa.Column("uid", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), unique=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("finished", sa.Float, nullable=False, index=True),
        sa.Column("play", sa.Text, nullable=False),
        sa.Column("removed", sa.Boolean, nullable=False, server_default=sa.false()),
    )
