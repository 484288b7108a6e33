"""Split `kind` into a mode and a flag for tables that only turn cards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("mode", sa.String(20), nullable=False, server_default="table"))
    op.add_column("tables", sa.Column("cards", sa.Boolean, nullable=False, server_default=sa.false()))
    tables = sa.table("tables", sa.column("kind"), sa.column("mode"), sa.column("cards"))
    op.execute(sa.update(tables).where(tables.c.kind == "digital").values(mode="digital"))
    op.execute(sa.update(tables).where(tables.c.kind == "cards").values(cards=sa.true()))
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("kind")
