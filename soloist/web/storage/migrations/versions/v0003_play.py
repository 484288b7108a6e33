"""Add the key of a link with which others play at a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("play", sa.String(32)))
    op.create_index("ix_tables_play", "tables", ["play"], unique=True)
