"""The command line; see `application`."""

from viewer.commands.application import run

__all__ = ["run"]
