// Package nodetest runs JavaScript libraries on output of this program, for tests that
// compare with other programs.
package nodetest

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Library is an npm package that a test runs.
type Library struct {
	Name     string // such as "onnxruntime-node"
	Variable string // environment variable with the node_modules of the library, if node does not find it
}

// Run runs a script with the library. The argument of the script is the path of a file with
// the jobs as JSON. The script prints the answers as JSON, which Run decodes into answers.
// Without node or the library Run skips the test, but fails it if the variable is set.
func (l Library) Run(t *testing.T, script string, jobs, answers any) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skipf("NOT RUN: node is not installed, and %s was not asked", l.Name)
	}
	dir := t.TempDir()
	env := os.Environ()
	modules := os.Getenv(l.Variable)
	if modules != "" {
		env = append(env, "NODE_PATH="+modules)
	}
	command := func(arguments ...string) *exec.Cmd {
		c := exec.Command(node, arguments...)
		c.Dir, c.Env = dir, env
		return c
	}
	switch missing := command("-e", "require.resolve('"+l.Name+"')").Run() != nil; {
	case missing && modules != "":
		t.Fatalf("%s=%s holds no %s", l.Variable, modules, l.Name)
	case missing:
		t.Skipf("NOT RUN: %s is not installed; %s can say where it is", l.Name, l.Variable)
	}
	list, err := json.Marshal(jobs)
	if err != nil {
		t.Fatal(err)
	}
	jobFile, scriptFile := filepath.Join(dir, "jobs.json"), filepath.Join(dir, "run.js")
	for name, content := range map[string][]byte{jobFile: list, scriptFile: []byte(script)} {
		if err := os.WriteFile(name, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out, err := command(scriptFile, jobFile).Output()
	if err != nil {
		var message []byte
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			message = exit.Stderr
		}
		t.Fatalf("node: %v\n%s", err, message)
	}
	if err := json.Unmarshal(out, answers); err != nil {
		t.Fatal(err)
	}
}
