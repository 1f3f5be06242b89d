#!/usr/bin/env bash
# Runs the notebooks, from a clean clone with Go: installs Jupyter's nbconvert if
# it is not there (Debian; as root or with sudo), builds the kernel, executes.
#
#   notebooks/run.sh                      # all of them, their outputs kept in place
#   notebooks/run.sh --quick --out DIR    # on a small scale, kept elsewhere; DIR as seen from here
#   notebooks/run.sh 02-*.ipynb           # by name, in this folder
#   notebooks/run.sh --python --quick ... # those in Python alone; skipped if Python lacks packages
#   notebooks/run.sh --kernel-only        # only what is needed to open them
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
mkdir -p ../bin/notebooks
kernel=$(cd ../bin/notebooks && pwd)

as_root() {
	if [[ $(id -u) -eq 0 ]]; then
		"$@"
	else
		sudo "$@"
	fi
}

# Installs packages of Debian's.
install() {
	command -v apt-get >/dev/null || return 1
	export DEBIAN_FRONTEND=noninteractive
	as_root apt-get -o DPkg::Lock::Timeout=300 update -qq &&
		as_root apt-get -o DPkg::Lock::Timeout=300 install -qq -y --no-install-recommends "$@" >/dev/null
}

install_jupyter() {
	if jupyter nbconvert --version >/dev/null 2>&1; then return; fi
	if ! install jupyter-nbconvert jupyter-client; then
		echo 'notebooks: jupyter nbconvert is missing: pip install nbconvert ipykernel' >&2
		exit 1
	fi
}

# The kernel and goimports, which it runs, at the versions of go.mod.
build_kernel() {
	mkdir -p "$kernel/jupyter/kernels/gonb"
	go build -o "$kernel/" tool
	cat >"$kernel/jupyter/kernels/gonb/kernel.json" <<EOT
{
  "argv": ["$kernel/gonb", "--kernel", "{connection_file}", "--raw_error"],
  "display_name": "Go (gonb)",
  "language": "go",
  "interrupt_mode": "message",
  "env": {"PATH": "$kernel:\${PATH}", "GOFLAGS": "", "GOWORK": ""}
}
EOT
}

# Whether the Python that Jupyter's kernel runs has what the notebooks import.
has_python() {
	local python
	python=$(jupyter kernelspec list --json 2>/dev/null | tr -d ' \n' | sed -n 's/.*"argv":\["\([^"]*python[0-9.]*\)".*/\1/p')
	"${python:-python3}" -c 'import ipykernel, numpy, pandas' 2>/dev/null
}

# Executes the notebooks in Python, with the program in front of the path.
run_python() {
	if ! has_python && ! { install python3-ipykernel python3-numpy python3-pandas && has_python; }; then
		echo 'notebooks: NOT RUN: those in Python need the packages ipykernel, numpy and pandas' >&2
		return
	fi
	make -C .. --no-print-directory build PROGRAM="$kernel/gammonlab"
	"$kernel/execute" --kernel "$kernel" "$@" python/*.ipynb
}

python=no
if [[ ${1:-} == --python ]]; then
	python=only
	shift
elif [[ $* != *.ipynb* ]]; then
	python=too
fi
if [[ $python != only ]]; then build_kernel; fi
if [[ ${1:-} == --kernel-only ]]; then exit; fi
install_jupyter
go build -o "$kernel/execute" ./execute
if [[ $python != only ]]; then "$kernel/execute" --kernel "$kernel" "$@"; fi
if [[ $python != no ]]; then run_python "$@"; fi
