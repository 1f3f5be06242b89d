package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

func TestUBGICommand(t *testing.T) {
	in := strings.Join([]string{
		"ubgi", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10",
		"set engine.ply 1", "get engine.ply", "set engine.ply 9", "set engine.eval_mode cubeless", "get engine.eval_mode",
		"set game.variant chess", "position gnubgid 4HPwATDgc/ABMA", "dice 3 1", "go role chequer", "quit",
	}, "\n")
	out, errOut, code := command(t, in, "ubgi", "--model", tiny)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != exitOK || errOut != "" || len(lines) < 12 {
		t.Fatalf("code %d, %q, %q", code, out, errOut)
	}
	got := lines[len(lines)-6:]
	for i, want := range []string{"", "value engine.ply 1", "error bad_value ", "value engine.eval_mode cubeless", "error bad_value ", "bestmove "} {
		if !strings.HasPrefix(got[i], want) || i == 0 && !strings.Contains(got[i], "/") {
			t.Errorf("line %d is %q, want %q", i, got[i], want)
		}
	}
}

func TestExternalCommand(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"gammonlab", "external", "--listen", "127.0.0.1:0", "--model", tiny}, new(bytes.Buffer), io.Discard, w)
		w.Close()
	}()
	said := must.Get(bufio.NewReader(r).ReadString('\n'))(t)
	go io.Copy(io.Discard, r)
	_, address, _ := strings.Cut(strings.TrimSpace(said), "gnubg at ")
	address, _, _ = strings.Cut(address, ";")
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatalf("%q: %v", said, err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "board:X:O:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1\n\x00")
	if answer, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.Contains(answer, "/") {
		t.Errorf("%q, %v", answer, err)
	}
	cancel()
	if got := <-code; got != exitFailed { // 130 or 143 after a signal
		t.Errorf("exit code %d", got)
	}
}

func TestProtocolUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{"ubgi", "more"}, exitUsage},
		{[]string{"ubgi", "--plies", "9"}, exitUsage},
		{[]string{"ubgi", "--model", "none"}, exitFailed},
		{[]string{"external", "--listen", "nowhere"}, exitUsage},
		{[]string{"external", "--model", tiny, "--listen", "127.0.0.1:99999"}, exitFailed},
	} {
		if out, _, code := command(t, "", c.args...); code != c.code || out != "" {
			t.Errorf("%q: code %d, want %d, %q", c.args, code, c.code, out)
		}
	}
}
