"""The table of entries, which the database itself lets nobody change or shorten."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_REFUSAL = "the journal is only ever added to"
_ON_SQLITE = (
    f"CREATE TRIGGER entries_stay_{{verb}} BEFORE {{event}} ON entries "
    f"BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"
)
_ON_POSTGRESQL = (
    f"""CREATE FUNCTION entries_stay() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '{_REFUSAL}'; END $$""",
    """CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON entries
    FOR EACH STATEMENT EXECUTE FUNCTION entries_stay()""",
)


def upgrade() -> None:
    """Make the table and its guards."""
    op.create_table(
        "entries",
        sa.Column("sequence", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
        sa.Column("id", sa.String(36), nullable=False, unique=True),
        sa.Column("verb", sa.String(16), nullable=False),
        sa.Column("split", sa.Text, nullable=False),
        sa.Column("conversation_id", sa.Text, nullable=False),
        sa.Column("speaker", sa.Integer, nullable=False),
        sa.Column("source", sa.String(32), nullable=False),
        sa.Column("source_file", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("reviewer", sa.Text, nullable=False),
        sa.Column("is_verified", sa.Boolean, nullable=False),
        sa.Column("at_us", sa.BigInteger, nullable=False, index=True),
        sa.Column("target", sa.String(36), nullable=False, index=True),
        sa.Column("content", sa.Text, nullable=False),
        sa.UniqueConstraint(
            "split", "conversation_id", "speaker", "source", "revision", name="one_revision_once"
        ),
    )
    if op.get_bind().dialect.name == "sqlite":
        for event in ("UPDATE", "DELETE"):
            op.execute(_ON_SQLITE.format(verb=event.lower(), event=event))
        return
    for statement in _ON_POSTGRESQL:
        op.execute(statement)
