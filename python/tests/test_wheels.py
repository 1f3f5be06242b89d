import base64
import hashlib
import sys
import zipfile

import pytest
from conftest import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "python"))
import wheels  # noqa: E402


@pytest.mark.parametrize("system, arch", wheels.TAGS)
def test_wheels(tmp_path, system, arch):
    program = tmp_path / "a" / "program"
    program.parent.mkdir()
    program.write_bytes(b"program")
    (program.parent / "THIRD-PARTY-NOTICES.txt").write_text("notices")
    first, second = (wheels.wheel("0.2.0-SNAPSHOT-1a2b", system, arch, program, tmp_path / folder) for folder in "bc")
    assert first.read_bytes() == second.read_bytes()
    assert first.name == f"gammonlab-0.2.0.dev0+1a2b-py3-none-{wheels.TAGS[system, arch]}.whl"
    with zipfile.ZipFile(first) as archive:
        info = "gammonlab-0.2.0.dev0+1a2b.dist-info"
        names = archive.namelist()
        for row in archive.read(f"{info}/RECORD").decode().splitlines():
            name, digest, size = row.rsplit(",", 2)
            names.remove(name)
            if name != f"{info}/RECORD":
                data = archive.read(name)
                want = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
                assert (digest, size) == ("sha256=" + want, str(len(data)))
        assert names == []
        programs = [entry for entry in archive.infolist() if entry.external_attr >> 16 & 0o111]
        assert [entry.filename for entry in programs] == ["gammonlab/bin/gammonlab" + ".exe" * (system == "windows")]
        assert f"{info}/licenses/THIRD-PARTY-NOTICES.txt" in archive.namelist() and "gammonlab/py.typed" in archive.namelist()
        assert archive.read(f"{info}/WHEEL").decode().count("Tag: py3-none-") == len(wheels.TAGS[system, arch].split("."))


def test_docstrings_are_true():
    import doctest

    import gammonlab
    for module in (gammonlab, gammonlab.engine, gammonlab.positions):
        results = doctest.testmod(module)
        assert results.attempted and not results.failed
