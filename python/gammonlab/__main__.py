"""Runs the program: python -m gammonlab bench speed"""
import os
import subprocess
import sys

from .child import find_program


def main() -> None:
    words = [find_program(), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.run(words).returncode)
    os.execv(words[0], words)


if __name__ == "__main__":
    main()
