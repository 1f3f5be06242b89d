// Command execute runs the notebooks of this folder and writes them with their outputs,
// in place or to another folder. It fails if a cell fails. It checks this itself, because
// nbconvert, which runs the notebooks, ignores a program that panics.
//
// It is started by run.sh, which installs what it needs.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"gammonlab/internal/atomicfile"
)

func main() {
	out := flag.String("out", "", "`FOLDER` for the executed notebooks; none to keep them in place")
	quick := flag.Bool("quick", false, "work on a small scale")
	kernel := flag.String("kernel", "", "`FOLDER` that holds gonb, goimports and the kernel's description")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, &job{out: *out, quick: *quick, kernel: *kernel}, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "notebooks:", err)
		os.Exit(1)
	}
}

// job has the settings of a run.
type job struct {
	out    string // folder of the output; "" for in place
	quick  bool
	kernel string
}

// run executes the notebooks, or all in this folder if none is named.
func run(ctx context.Context, j *job, paths []string) error {
	if len(paths) == 0 {
		var err error
		if paths, err = filepath.Glob("*.ipynb"); err != nil || len(paths) == 0 {
			return fmt.Errorf("no notebooks in this folder")
		}
	}
	for _, path := range paths {
		start := time.Now()
		if err := j.one(ctx, path); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		fmt.Printf("%s  %.0f s\n", path, time.Since(start).Seconds())
	}
	return nil
}

// one executes a notebook and, if all went well, writes it with its outputs.
func (j *job) one(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err != nil { // nbconvert would read the path of a missing file as a pattern
		return err
	}
	executed, err := j.execute(ctx, path)
	if err != nil {
		return err
	}
	nb, err := parse(executed)
	if err != nil {
		return err
	}
	if err := nb.check(); err != nil {
		return err
	}
	nb.clean()
	data, err := nb.encode()
	if err != nil {
		return err
	}
	if err := portable(data); err != nil {
		return err
	}
	to := path
	if j.out != "" {
		if err := os.MkdirAll(j.out, 0o755); err != nil {
			return err
		}
		to = filepath.Join(j.out, filepath.Base(path))
	}
	return atomicfile.WriteFile(to, data)
}

// execute runs the notebook with nbconvert and returns the file that nbconvert wrote.
func (j *job) execute(ctx context.Context, path string) ([]byte, error) {
	scratch, err := os.MkdirTemp("", "notebook")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	cmd := exec.CommandContext(ctx, "jupyter", "nbconvert", "--to", "notebook", "--execute",
		"--ExecutePreprocessor.timeout=900", "--ExecutePreprocessor.record_timing=False",
		"--output-dir", scratch, "--output", "executed.ipynb", path)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // nbconvert then ends its kernel
	cmd.WaitDelay = 10 * time.Second
	if cmd.Env, err = j.environment(); err != nil {
		return nil, err
	}
	said, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return nil, errors.New("interrupted")
	}
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, said)
	}
	return os.ReadFile(filepath.Join(scratch, "executed.ipynb"))
}

// environment returns the environment of nbconvert and the kernel. Cells are built in a
// workspace, where some of the user's Go flags would cause errors.
func (j *job) environment() ([]string, error) {
	kernel, err := filepath.Abs(j.kernel)
	if err != nil {
		return nil, err
	}
	quick := "0"
	if j.quick {
		quick = "1"
	}
	return append(os.Environ(),
		"PATH="+kernel+string(os.PathListSeparator)+os.Getenv("PATH"),
		"JUPYTER_PATH="+filepath.Join(kernel, "jupyter"),
		"GOFLAGS=", "GOWORK=", "GAMMONLAB_QUICK="+quick), nil
}
