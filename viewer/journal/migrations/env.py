"""What alembic runs: the steps, in the connection and transaction that they are given."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
