"""``python -m viewer``: the command line."""

from viewer.commands import run

if __name__ == "__main__":
    run()
