package protocol_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/engine/protocol"
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

func TestUBGIGreetsInBothDrafts(t *testing.T) {
	got := say(t, "ubgi", "stop", "setoption name Threads value 2", "nonsense", "quit", "isready")
	text := strings.Join(got, "\n")
	if want := "proto 0.2\nubgiok\nreadyok\nsorry"; !strings.HasSuffix(text, want) || !strings.HasPrefix(text, "id name ") {
		t.Errorf("got %q, want it to end with %q", text, want)
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
		{[]string{start, "dice 3 1", "go role cube"}, "bestmove roll"},
		{[]string{start, "go role cube"}, "bestmove roll"},
		{[]string{start, "go role turn"}, "bestmove roll"},
		{[]string{start, "go"}, "bestmove roll"},
		{[]string{start, "go role chequer"}, "error missing_context"},
		{[]string{"go role chequer"}, "error missing_context"},
		{[]string{start, "newgame", "go role cube"}, "error missing_context"},
		{[]string{"position " + strings.Replace("xgid "+xgidStart, ":31:", ":D:", 1), "go"}, "bestmove "},
		{[]string{"position " + "xgid " + strings.TrimPrefix(xgidStart, "XGID="), "go"}, "bestmove "},
		// Against five points on the bar there is no play.
		{[]string{"position xgid -BBBBBBAB----------------a:0:0:-1:31:0:0:3:0:10", "isready"}, "readyok"},
		{[]string{"position xgid -BBBBBBAB----------------a:0:0:-1:31:0:0:3:0:10"}, "error bad_value"},
		{[]string{"position xgid aBBBBBB----------B-----n--:0:0:-1:31:0:0:3:0:10", "go"}, "bestmove pass"},
		{[]string{"position gnubgid 4HPwATDgc/ABMA:cIkKAAAAAAAA", "go"}, "bestmove "},
		{[]string{"position fen x"}, "error unsupported"},
		{[]string{"position gnubgid OGID=11jjjjjhhhccccc:ooddddd88866666:N0N:31:W:IW:0:0:7:0", "go"}, "bestmove "},
		{[]string{"position gnubgid x"}, "error bad_value"},
		{[]string{"dice 7 1"}, "error bad_value"},
		{[]string{"newsession type match length 5 jacoby off crawford on", "setscore 4 0", "setturn p1", start, "go role cube"}, "bestmove roll"},
		{[]string{"newsession type match length 5", "setscore 5 0"}, "error bad_value"},
		{[]string{"newsession type"}, "error bad_argument"},
		{[]string{"newsession type chouette"}, "error bad_value"},
		{[]string{"setcube value 3 owner p0"}, "error bad_value"},
		{[]string{"setcube value 2 owner p0", start, "setturn p1", "go role cube"}, "bestmove roll"},
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
