package protocol_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"gammonlab/board"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/protocol"
	"gammonlab/internal/must"
)

const xgidStart = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"

// say returns the engine's answers to lines, one in each line.
func say(t *testing.T, lines ...string) []string {
	t.Helper()
	var out strings.Builder
	must.OK(t, protocol.ServeUBGI(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &out, ubgi(t), nil))
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// Plays are legal and written a step at a time; the other answers are the words
// that the draft has.
func TestUBGIStateless(t *testing.T) {
	u := ubgi(t)
	counts := map[string]int{}
	for i, q := range questions(400) {
		line := q.XGID()
		if i%2 == 1 {
			line = q.Rawboard(protocol.ScoresFIBS).String()
		}
		answers, quit := u.Line(t.Context(), line)
		if len(answers) != 1 || quit {
			t.Fatalf("%s: %q, %v", line, answers, quit)
		}
		answer := answers[0]
		switch legal := board.Plays(q.Position, q.Match.Dice); {
		case q.Match.Doubled:
			counts[answer]++
			if answer != "take" && answer != "drop" {
				t.Errorf("%s: %q", line, answer)
			}
		case q.Match.Dice == board.Roll{}:
			counts[answer]++
			if answer != "double" && answer != "roll" {
				t.Errorf("%s: %q", line, answer)
			}
		case len(legal) == 0:
			counts["none"]++
			if answer != "" {
				t.Errorf("%s: %q, want nothing", line, answer)
			}
		default:
			play, err := board.ParsePlay(q.Position, q.Match.Dice, answer)
			if err != nil {
				t.Errorf("%s: %q: %v", line, answer, err)
				continue
			}
			if n := len(strings.Fields(answer)); n != len(play.Steps()) || strings.Contains(answer, "*") {
				t.Errorf("%s: %q has %d words for %d steps", line, answer, n, len(play.Steps()))
			}
		}
	}
	for _, answer := range []string{"take", "drop", "double", "roll", "none"} {
		if counts[answer] == 0 {
			t.Errorf("nothing was answered by %q", answer)
		}
	}
}

// Each draft gets the line that ends its introduction, and "readyok" once.
func TestUBGIGreeting(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  string // the end of the answers
	}{
		{[]string{"ubgi", "isready", "quit"}, "ubgiok\nreadyok"},
		{[]string{"ubgi", "set engine.x 1", "isready"}, "ubgiok\nerror unsupported there is no option \"engine.x\"\nreadyok"},
		{[]string{"ubgi", "setoption name X value 2", "isready"}, "ubgiok\nerror unsupported there is no option \"X\"\nreadyok"},
		{[]string{"ubgi", "newgame", "quit"}, "ubgiok"},
		{[]string{"ubgi"}, "ubgiok\nreadyok"},
		{[]string{"ubgi", "stop", "quit", "isready"}, "ubgiok\nreadyok"},
		{[]string{"ubgi", xgidStart}, "ubgiok\nreadyok\n6/3 6/5"},
		{[]string{"nonsense"}, "sorry"},
		{[]string{"isready", "nonsense"}, "readyok\nerror bad_command there is no command \"nonsense\""},
	} {
		text := strings.Join(say(t, c.lines...), "\n")
		if !strings.HasSuffix(text, c.want) || c.lines[0] == "ubgi" && !strings.HasPrefix(text, "id name ") {
			t.Errorf("%q: got %q, want it to end with %q", c.lines, text, c.want)
		}
	}
}

// A controller of draft 0.01 sends nothing before "readyok".
func TestUBGIGreetsPatientControllers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		answers, out := io.Pipe()
		go func() {
			protocol.ServeUBGI(t.Context(), r, out, ubgi(t), nil)
			out.Close()
		}()
		must.Get(io.WriteString(w, "ubgi\n"))(t)
		lines := bufio.NewScanner(answers)
		for lines.Scan() && lines.Text() != "readyok" {
		}
		must.OK(t, w.Close())
		if lines.Text() != "readyok" || lines.Scan() {
			t.Errorf("got %q at the end, want one readyok", lines.Text())
		}
	})
}

// Options have names in both drafts.
func TestUBGIOptions(t *testing.T) {
	u := ubgi(t)
	values := map[string]string{}
	key := func(name, option, kind, values_, first string) protocol.Key {
		values[name] = first
		return protocol.Key{Name: name, Options: []string{option}, Type: kind, Range: values_, Default: first,
			Get: func() string { return values[name] },
			Set: func(value string) error { values[name] = value; return nil },
		}
	}
	u.Keys = []protocol.Key{
		key("engine.ply", "Ply", "int", "1..5", "1"),
		key("engine.eval_mode", "EvalMode", "enum", "cubeful|cubeless", "cubeful"),
		key("engine.deterministic", "Deterministic", "bool", "true|false", "true"),
	}
	greeting, _ := u.Line(t.Context(), "ubgi")
	for _, want := range []string{
		"key engine.ply int 1..5 1",
		"option name Ply type spin default 1 min 1 max 5",
		"option name EvalMode type combo default cubeful var cubeful var cubeless",
		"option name Deterministic type check default true",
	} {
		if !slices.Contains(greeting, want) {
			t.Errorf("%q lacks %q", greeting, want)
		}
	}
	for _, line := range []string{"setoption name ply value 3", "setoption name EvalMode value Cubeless", "set engine.deterministic on"} {
		if answer, _ := u.Line(t.Context(), line); answer != nil {
			t.Errorf("%s: %q", line, answer)
		}
	}
	if answer, _ := u.Line(t.Context(), "get engine.ply"); len(answer) != 1 || answer[0] != "value engine.ply 3" {
		t.Errorf("got %q", answer)
	}
	for _, line := range []string{"setoption", "setoption Ply 3", "setoption name Ply"} {
		if answer, _ := u.Line(t.Context(), line); len(answer) != 1 || !strings.HasPrefix(answer[0], "error bad_argument") {
			t.Errorf("%s: %q", line, answer)
		}
	}
}

// After a double the play of a turn is that with the turned cube.
func TestUBGITurns(t *testing.T) {
	u := ubgi(t)
	doubles := 0
	for i, pos := range enginetest.Positions(200, 4) {
		roll := board.Rolls[i%21]
		ask := func(u *protocol.UBGI, owner string, lines ...string) string {
			for _, line := range append([]string{"newsession type match length 7", []string{"setscore 0 0", "setscore 6 3 postcrawford"}[i%2], "setcube " + owner, "setturn p1", "position gnubgid " + pos.ID(),
				fmt.Sprintf("dice %d %d", roll[0], roll[1])}, lines...) {
				if answer, _ := u.Line(t.Context(), line); len(answer) > 0 {
					return answer[0]
				}
			}
			return ""
		}
		action, owner := ask(u, "value 2 owner p1", "go cube"), "value 2 owner p1"
		if action == "bestcube double" {
			doubles++
			owner = "value 4 owner p0"
		}
		want := "bestturn cube=" + strings.TrimPrefix(action, "bestcube ") + " move=" + strings.TrimPrefix(ask(u, owner, "go chequer"), "bestmove ")
		if got := ask(u, "value 2 owner p1", "go turn"); got != want {
			t.Errorf("%s %v: %q, want %q", pos.ID(), roll, got, want)
		}
	}
	if doubles == 0 || doubles == 200 {
		t.Errorf("%d doubles in 200 positions", doubles)
	}
}

// A question without rules, score and cube is about a game without a cube, where
// gammons count; a money game with the Jacoby rule is another.
func TestUBGIWithoutCube(t *testing.T) {
	u, cubeless := ubgi(t), ubgi(t)
	cubeless.Decider.PlayCubeless = true
	others := 0
	for i, pos := range enginetest.Positions(200, 4) {
		roll := board.Rolls[i%21]
		ask := func(u *protocol.UBGI, first string) string {
			u.Line(t.Context(), first)
			u.Line(t.Context(), "position gnubgid "+pos.ID())
			u.Line(t.Context(), fmt.Sprintf("dice %d %d", roll[0], roll[1]))
			answer, _ := u.Line(t.Context(), "go chequer")
			return answer[0]
		}
		bare, money := ask(u, "newgame"), ask(ubgi(t), "newsession type money jacoby on")
		if want := ask(cubeless, "newsession type money jacoby on"); bare != want {
			t.Errorf("%s %v: %q, want %q", pos.ID(), roll, bare, want)
		}
		if bare != money {
			others++
		}
	}
	if others == 0 {
		t.Error("money games with the Jacoby rule have the same plays")
	}
}

func TestUBGIStateful(t *testing.T) {
	const start = "position gnubgid 4HPwATDgc/ABMA"
	for _, c := range []struct {
		lines []string
		want  string // of the last answer: its beginning
	}{
		{[]string{"isready"}, "readyok"},
		{[]string{start, "dice 3 1", "go role chequer"}, "bestmove "},
		{[]string{start, "dice 3 1", "go role cube"}, "bestcube nodouble"},
		{[]string{start, "go role cube"}, "bestcube nodouble"},
		{[]string{start, "go cube"}, "bestcube nodouble"},
		{[]string{start, "go"}, "bestcube nodouble"},
		{[]string{start, "dice 3 1", "go role turn"}, "bestturn cube=nodouble move="},
		{[]string{"newsession type money", start, "dice 3 1", "go turn"}, "bestturn cube=nodouble move="},
		{[]string{start, "go turn"}, "error missing_context"},
		{[]string{start, "dice 3 1", "go"}, "bestmove "},
		{[]string{start, "dice 3 1", "go chequer"}, "bestmove "},
		{[]string{start, "dice 3 1", "go role chequer movetime 60000"}, "bestmove "},
		{[]string{start, "dice 3 1", "go movetime 60000"}, "bestmove "},
		{[]string{start, "dice 3 1", "go movetime -1"}, "error bad_value"},
		{[]string{start, "dice 3 1", "go chequer nodes 100"}, "error unsupported"},
		{[]string{start, "dice 3 1", "go fast"}, "error bad_value"},
		{[]string{start, "go role chequer"}, "error missing_context"},
		{[]string{"go role chequer"}, "error missing_context"},
		{[]string{start, "newgame", "go role cube"}, "error missing_context"},
		{[]string{"position " + strings.Replace("xgid "+xgidStart, ":31:", ":D:", 1), "go"}, "bestcube take"},
		{[]string{"position " + strings.Replace("xgid "+xgidStart, ":31:", ":B:", 1), "go"}, "bestcube "}, // a beaver
		{[]string{"position " + strings.Replace("xgid "+xgidStart, ":31:", ":R:", 1), "go"}, "bestcube take"},
		{[]string{"position " + "xgid " + strings.TrimPrefix(xgidStart, "XGID="), "go"}, "bestmove "},
		{[]string{"position " + strings.Replace("xgid "+xgidStart, "XGID", "xgid", 1), "go"}, "bestmove "},
		{[]string{"position xgid -b----E-C---eE---c-e----B-:4:1:1:00:0:0:3:0:4", "go"}, "bestcube nodouble"},
		{[]string{"position gnubgid Position ID: 4HPwATDgc/ABMA Match ID: cIkKAAAAAAAA", "go"}, "bestmove "},
		// Against five points on the bar there is no play.
		{[]string{"position xgid -BBBBBBAB----------------a:0:0:-1:31:0:0:3:0:10", "isready"}, "readyok"},
		{[]string{"position xgid -BBBBBBAB----------------a:0:0:-1:31:0:0:3:0:10"}, "error bad_value"},
		{[]string{"position xgid aBBBBBB----------B-----n--:0:0:-1:31:0:0:3:0:10", "go"}, "bestmove pass"},
		{[]string{"position gnubgid 4HPwATDgc/ABMA:cIkKAAAAAAAA", "go"}, "bestmove "},
		{[]string{"position fen x"}, "error unsupported"},
		{[]string{"position gnubgid OGID=11jjjjjhhhccccc:ooddddd88866666:N0N:31:W:IW:0:0:7:0", "go"}, "bestmove "},
		{[]string{"position gnubgid x"}, "error bad_value"},
		{[]string{"dice 7 1"}, "error bad_value"},
		{[]string{"newsession type match length 5 jacoby off crawford on", "setscore 4 0", "setturn p1", start, "go role cube"}, "bestcube nodouble"},
		{[]string{"newsession type match length 5", "setscore 5 0"}, "error bad_value"},
		{[]string{"newsession type"}, "error bad_argument"},
		{[]string{"newsession type chouette"}, "error bad_value"},
		{[]string{"setcube value 3 owner p0"}, "error bad_value"},
		{[]string{"setcube value 2 owner p0", start, "setturn p1", "go role cube"}, "bestcube nodouble"},
		{[]string{"setturn p2"}, "error bad_value"},
		{[]string{"get engine.ply"}, "error unsupported"},
	} {
		got := say(t, c.lines...)
		if last := got[len(got)-1]; !strings.HasPrefix(last, c.want) {
			t.Errorf("%q: %q, want %q", c.lines, got, c.want)
		}
	}
}

// A line without an end and one of more than any length.
func TestUBGILines(t *testing.T) {
	got := say(t, strings.Repeat("x", 1<<20), xgidStart)
	if len(got) != 2 || got[0] != "sorry" || !strings.Contains(got[1], "/") {
		t.Errorf("got %.200q, want sorry and a play", got)
	}
}

// breakOff is a reader that fails.
type breakOff struct{ err error }

func (b breakOff) Read([]byte) (int, error) { return 0, b.err }

func TestUBGIEnds(t *testing.T) {
	broken := errors.New("broken")
	if err := protocol.ServeUBGI(t.Context(), breakOff{broken}, io.Discard, ubgi(t), nil); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(broken)
	r, w := io.Pipe()
	defer w.Close()
	if err := protocol.ServeUBGI(ctx, r, io.Discard, ubgi(t), nil); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

// After "stop" the answer is that of the hasty decider.
func TestUBGIStop(t *testing.T) {
	u := ubgi(t)
	u.Decider = deciderOf(t, enginetest.RandomStatic(t, 8, 5), 4) // for minutes
	r, w := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- protocol.ServeUBGI(t.Context(), r, out, u, deciderOf(t, enginetest.RandomStatic(t, 8, 5), 0))
		out.Close()
	}()
	must.Get(io.WriteString(w, xgidStart+"\nstop\nquit\n"))(t)
	text, err := io.ReadAll(answers)
	if err != nil || <-done != nil {
		t.Fatal(err)
	}
	hasty, _ := ubgi(t).Line(t.Context(), xgidStart)
	if string(text) != hasty[0]+"\n" {
		t.Errorf("got %q, want %q", text, hasty)
	}
}

func FuzzUBGI(f *testing.F) {
	f.Add("ubgi\n" + xgidStart + "\n" + rawStart + "\nstop\nquit")
	f.Add("newsession type match length 7\nsetscore 6 3\nsetcube value 4 owner p1\nposition gnubgid 4HPwATDgc/ABMA\ndice 6 6\ngo")
	f.Add("setscore 3 3\nnewsession length 5 crawford on\nposition xgid " + xgidStart + "\ngo role cube")
	f.Add(strings.Replace(xgidStart, ":31:", ":D:", 1))
	u := ubgi(f)
	f.Fuzz(func(t *testing.T, text string) {
		for line := range strings.Lines(text) {
			answers, quit := u.Line(t.Context(), line)
			if quit {
				return
			}
			for _, answer := range answers {
				if strings.ContainsAny(answer, "\r\n") {
					t.Errorf("%q: an answer of several lines: %q", line, answer)
				}
			}
		}
	})
}
