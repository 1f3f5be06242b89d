package app

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
)

func TestUBGICommand(t *testing.T) {
	in := strings.Join([]string{
		"ubgi", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10",
		"set engine.ply 2", "get engine.ply", "set engine.ply 9", "set engine.eval_mode cubeless", "get engine.eval_mode",
		"set game.variant chess", "position gnubgid 4HPwATDgc/ABMA", "dice 3 1", "go role chequer", "quit",
	}, "\n")
	out, errOut, code := program.Run(t, in, "ubgi", "--model", tiny, "--bearoff", "none")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != 0 || errOut != "" || len(lines) < 12 {
		t.Fatalf("code %d, %q, %q", code, out, errOut)
	}
	got := lines[len(lines)-6:]
	for i, want := range []string{"", "value engine.ply 2", "error bad_value engine.ply is ", "value engine.eval_mode cubeless", "error bad_value ", "bestmove "} {
		if !strings.HasPrefix(got[i], want) || i == 0 && !strings.Contains(got[i], "/") {
			t.Errorf("line %d is %q, want %q", i, got[i], want)
		}
	}
}

func TestExternalCommand(t *testing.T) {
	external := program.Start(t, "external", "--listen", "127.0.0.1:0", "--model", tiny)
	address := external.Err.Find(t, "gnubg at (.*?);")
	conn := must.Get(net.Dial("tcp", address))(t)
	defer conn.Close()
	fmt.Fprint(conn, "board:X:O:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1\n\x00")
	if answer, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.Contains(answer, "/") {
		t.Errorf("%q, %v", answer, err)
	}
	if code := external.Stop(); code != 1 { // 130 or 143 after a signal
		t.Errorf("exit code %d", code)
	}
}

func TestProtocolUsage(t *testing.T) {
	program.Mistakes(t, "", []clitest.Mistake{
		{[]string{"ubgi", "more"}, 2, `unexpected argument "more"`},
		{[]string{"ubgi", "--plies", "9"}, 2, "--plies is 9"},
		{[]string{"ubgi", "--model", "none"}, 1, "neither a file nor a shipped net"},
		{[]string{"external", "--listen", "nowhere"}, 2, "nowhere"},
		{[]string{"external", "--model", tiny, "--listen", "127.0.0.1:99999"}, 1, "99999"},
	})
}

// TestUBGIErrs: a level errs, the same each time with a seed and otherwise with another.
func TestUBGIErrs(t *testing.T) {
	var in strings.Builder
	for _, dice := range []string{"21", "41", "43", "51", "54", "62", "63", "64"} {
		in.WriteString("XGID=-b----E-C---eE---c-e----B-:0:0:1:" + dice + ":0:0:3:0:10\n")
	}
	play := func(args ...string) string {
		out, _ := program.Reads(t, in.String()+in.String(), append([]string{"ubgi", "--model", tiny, "--bearoff", "none"}, args...)...)
		return out
	}
	best, level := play(), play("--level", "beginner")
	if level == best || play("--level", "beginner") != level || play("--level", "beginner", "--seed", "2") == level {
		t.Errorf("at its best\n%s\nas a beginner\n%s", best, level)
	}
	if half := len(level) / 2; level[:half] != level[half:] {
		t.Errorf("a position has other errors the second time:\n%s", level)
	}
}
