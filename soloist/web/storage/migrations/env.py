"""Run by Alembic: applies the versions to the connection that `soloist.web.storage.schema` hands over."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
