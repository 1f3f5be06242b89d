"""Writes the wheel of a platform: wheels.py VERSION OS ARCH PROGRAM OUT

OS and ARCH are those of Go. The wheel has the program, and the licences of its contents if
THIRD-PARTY-NOTICES.txt is beside it. The same files give the same bytes.
"""
import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path

# The program is static, so it runs with any C library. Go 1.26 needs Linux 3.2 and macOS 12.
TAGS = {
    ("linux", "amd64"): "manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_1_x86_64",
    ("linux", "arm64"): "manylinux2014_aarch64.manylinux_2_17_aarch64.musllinux_1_1_aarch64",
    ("darwin", "amd64"): "macosx_12_0_x86_64",
    ("darwin", "arm64"): "macosx_12_0_arm64",
    ("windows", "amd64"): "win_amd64",
    ("windows", "arm64"): "win_arm64",
}


def wheel(version: str, system: str, arch: str, program: Path, out: Path) -> Path:
    """Writes a wheel into a folder and returns its path."""
    version = re.sub(r"-SNAPSHOT-(\w+)", r".dev0+\1", version)
    here = Path(__file__).parent
    info, tags = f"gammonlab-{version}.dist-info", TAGS[system, arch]
    binary = "gammonlab/bin/gammonlab" + (".exe" if system == "windows" else "")
    files = {path.relative_to(here).as_posix(): path.read_bytes()
             for path in sorted((here / "gammonlab").iterdir()) if path.suffix == ".py" or path.name == "py.typed"}
    files[binary] = program.read_bytes()
    files[f"{info}/licenses/LICENSE"] = (here.parent / "LICENSE").read_bytes()
    notices = program.parent / "THIRD-PARTY-NOTICES.txt"
    if notices.exists():
        files[f"{info}/licenses/{notices.name}"] = notices.read_bytes()
    licences = "".join(f"License-File: {Path(name).name}\n" for name in files if "/licenses/" in name)
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.4\nName: gammonlab\nVersion: {version}\n"
        "Summary: Backgammon: nets that evaluate, play, roll out and analyse\n"
        f"License-Expression: MIT\n{licences}Requires-Python: >=3.9\nRequires-Dist: numpy\n"
        "Description-Content-Type: text/markdown\n\n").encode() + (here / "README.md").read_bytes()
    files[f"{info}/WHEEL"] = "".join(
        ["Wheel-Version: 1.0\nGenerator: gammonlab\nRoot-Is-Purelib: false\n",
         *(f"Tag: py3-none-{tag}\n" for tag in tags.split("."))]).encode()
    files[f"{info}/entry_points.txt"] = b"[console_scripts]\ngammonlab = gammonlab.__main__:main\n"
    record = f"{info}/RECORD"
    rows = [f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in files.items()]
    files[record] = "".join([*rows, record + ",,\n"]).encode()
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"gammonlab-{version}-py3-none-{tags}.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)  # of 1980
            entry.create_system, entry.compress_type = 3, zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if name == binary else 0o100644) << 16
            archive.writestr(entry, data)
    return path


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    if len(sys.argv) != 6 or tuple(sys.argv[2:4]) not in TAGS:
        sys.exit(__doc__)
    print(wheel(*sys.argv[1:4], Path(sys.argv[4]), Path(sys.argv[5])))
