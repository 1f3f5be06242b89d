package bgammon_test

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"gammonlab/internal/longtest"
	"gammonlab/internal/must"
)

// The server of bgammon.org, by its Go module: a tool of this test, AGPL, no
// dependency of the program.
const (
	realModule  = "codeberg.org/tslocum/bgammon"
	realVersion = "v0.0.0-20251024032821-d7b947a754ab"
	// realReplaced is the replacement in the go.mod file of the server. It
	// counts only in the main module, so the test repeats it.
	realReplaced = "github.com/olekukonko/tablewriter=github.com/olekukonko/tablewriter@v0.0.5"
)

// realServer returns the path of the server: that in GAMMONLAB_BGAMMON_SERVER, or one
// built here. The test is skipped where the module cannot be fetched.
func realServer(t *testing.T) string {
	t.Helper()
	if path := os.Getenv("GAMMONLAB_BGAMMON_SERVER"); path != "" {
		return path
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "bgammon-server")
	run := func(limit time.Duration, args ...string) {
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		cmd := exec.CommandContext(ctx, "go", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("NOT TESTED with the server of bgammon.org: go %v: %v\n%s"+
				"GAMMONLAB_BGAMMON_SERVER can name a server that was built elsewhere", args, err, out)
		}
	}
	must.OK(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module server\n\ngo 1.26\n"), 0o666))
	run(20*time.Second, "mod", "download", realModule+"@"+realVersion)
	run(time.Second*10, "mod", "edit", "-require="+realModule+"@"+realVersion, "-replace="+realReplaced)
	run(2*time.Minute, "build", "-o", path, realModule+"/cmd/bgammon-server")
	return path
}

// startReal starts the server at an address of this machine and returns what kills it.
func startReal(t *testing.T, path, address string) (kill func()) {
	t.Helper()
	cmd := exec.Command(path, "-tcp", address)
	must.OK(t, cmd.Start())
	kill = func() {
		cmd.Process.Kill()
		cmd.Wait()
	}
	t.Cleanup(kill)
	for range 2000 {
		if conn, err := net.DialTimeout("tcp", address, time.Second); err == nil {
			conn.Close()
			return kill
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%s does not listen at %s", path, address)
	return nil
}

// Two bots play a match to 7 on the server of bgammon.org; then they play one to 3 in
// which the server is killed.
func TestRealServer(t *testing.T) {
	longtest.Skip(t, "TestBotsPlayMatches and TestKilledServer play on a server of our own")
	path := realServer(t)
	listener := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	address := listener.Addr().String()
	listener.Close()
	kill := startReal(t, path, address)
	for i, table := range playBots(t, address, 7, 1, nil) {
		if n := table.Results.Matches(); n != 1 {
			t.Errorf("bot %d counts %d matches, want 1", i, n)
		}
	}
	tables := playBots(t, address, 3, 1, func() {
		time.Sleep(300 * time.Millisecond) // into the match, or before it: either must do
		kill()
		startReal(t, path, address)
	})
	for i, table := range tables {
		if n := table.Results.Matches(); n != 1 {
			t.Errorf("bot %d counts %d matches after the server was killed, want 1", i, n)
		}
	}
}
