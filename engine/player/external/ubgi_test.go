package external_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player/external"
	"gammonlab/internal/must"
	"gammonlab/internal/process"
)

// cubePlayer is the interface of players of matches with the cube.
type cubePlayer interface {
	engine.Player
	ChooseAt(ctx context.Context, pos *board.Position, m *board.Match, roll board.Roll, plays []board.Play) (int, error)
	Doubles(ctx context.Context, pos *board.Position, m *board.Match) (bool, error)
	Takes(ctx context.Context, pos *board.Position, m *board.Match) (bool, error)
}

var (
	_ cubePlayer = (*external.UBGI)(nil)
	_ cubePlayer = (*external.Gnubg)(nil)
)

// patient is for engines that answer, even on a busy machine; hasty is for
// engines that do not.
var (
	patient = process.Limits{Timeout: time.Minute, Startup: time.Minute}
	hasty   = process.Limits{Timeout: 50 * time.Millisecond, Startup: time.Minute}
)

// start returns a player by an engine of the kind.
func start(t *testing.T, kind string, settings process.Limits) *external.UBGI {
	t.Helper()
	file := filepath.Join(t.TempDir(), "was here")
	p := external.NewUBGI([]string{os.Args[0], "engine", kind, file}, external.AnyDialect, settings)
	t.Cleanup(func() { p.Close() })
	return p
}

// All styles of plays that engines use are understood.
func TestUBGIStyles(t *testing.T) {
	for _, kind := range []string{"plain", "hyphens", "blanks", "bestmove", "stars", "chatty", "flood", "older"} {
		p := start(t, kind, patient)
		money := board.NewMatch(0)
		asked := 0
		for i, pos := range enginetest.Positions(60, 4) {
			roll := board.Rolls[i%21]
			plays := board.Plays(pos, roll)
			if len(plays) == 0 {
				continue
			}
			asked++
			got, err := p.Choose(t.Context(), &pos, roll, plays)
			if err != nil || got != 0 {
				t.Errorf("%s: %d, %v, want the first play", kind, got, err)
				break
			}
			if double, err := p.Doubles(t.Context(), &pos, &money); double || err != nil {
				t.Errorf("%s: doubles: %v, %v", kind, double, err)
			}
			if take, err := p.Takes(t.Context(), &pos, &money); !take || err != nil {
				t.Errorf("%s: takes: %v, %v", kind, take, err)
			}
		}
		if asked < 30 {
			t.Errorf("%s: only %d plays", kind, asked)
		}
	}
}

// The error about an engine contains its name, the position, the question and
// the answer. Its process is ended.
func TestUBGIHostile(t *testing.T) {
	pos, roll := board.Backgammon.Start(), board.Roll{3, 1}
	plays := board.Plays(pos, roll)
	for _, c := range []struct {
		kind     string
		settings process.Limits
		want     []string
	}{
		{"silent", process.Limits{Timeout: time.Minute, Startup: 50 * time.Millisecond}, []string{"ubgi", "no answer in time"}},
		{"endless", patient, []string{"a line of more than"}},
		{"stillborn", patient, []string{"it has ended", "no licence"}},
		{"sorry", patient, []string{`got "sorry"`}},
		{"mute", hasty, []string{"no answer in time"}},
		{"crashing", patient, []string{"it has ended", "out of memory"}},
		{"illegal", patient, []string{`got "24/1 24/1"`}},
		{"garbage", patient, []string{`\x1b`}},
		{"empty", patient, []string{`got ""`, "there are legal plays"}},
		{"unable", patient, []string{"error internal no idea"}},
		{"long", patient, []string{"a line of more than"}},
	} {
		p := start(t, c.kind, c.settings)
		_, err := p.Choose(t.Context(), &pos, roll, plays)
		if err == nil {
			t.Errorf("%s: no error", c.kind)
			continue
		}
		want := append(c.want, "ubgi:", c.kind, "4HPwATDgc/ABMA", "tried 1 times")
		if !strings.Contains("silent endless stillborn sorry", c.kind) {
			want = append(want, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:")
		}
		for _, words := range want {
			if !strings.Contains(err.Error(), words) {
				t.Errorf("%s: %v, want %q in it", c.kind, err, words)
			}
		}
	}
}

func TestUBGICommandInvalid(t *testing.T) {
	p := external.NewUBGI([]string{"/nowhere/engine"}, external.AnyDialect, process.Limits{Timeout: time.Second, Startup: time.Second, Restarts: 1})
	pos := board.Backgammon.Start()
	_, err := p.Choose(t.Context(), &pos, board.Roll{3, 1}, board.Plays(pos, board.Roll{3, 1}))
	must.Fail(t, err, "/nowhere/engine")
	must.Fail(t, err, "tried 2 times")
	told := 0
	ctx := process.WithRestarts(t.Context(), func(string) { told++ })
	for range 5 { // the clones share the restarts
		_, err = p.Clone().Choose(ctx, &pos, board.Roll{3, 1}, board.Plays(pos, board.Roll{3, 1}))
	}
	must.Fail(t, err, "the program was started again 5 times, which is the most")
	if told != 4 {
		t.Errorf("%d restarts are told, want 4 after the first", told)
	}
}

// An engine that fails once is restarted, and the game continues.
func TestUBGIRestarts(t *testing.T) {
	pos, roll := board.Backgammon.Start(), board.Roll{3, 1}
	plays := board.Plays(pos, roll)
	for _, kind := range []string{"crashonce", "muteonce"} {
		settings := patient
		if settings.Restarts = 1; kind == "muteonce" {
			// The second process has to answer in that time, too.
			settings.Timeout, settings.Restarts = 2*time.Second, 5
		}
		p := start(t, kind, settings)
		for range 3 {
			if got, err := p.Choose(t.Context(), &pos, roll, plays); got != 0 || err != nil {
				t.Errorf("%s: %d, %v", kind, got, err)
			}
		}
	}
}

// Clones have separate processes, which can answer at the same time.
func TestUBGIClones(t *testing.T) {
	pos, roll := board.Backgammon.Start(), board.Roll{3, 1}
	plays := board.Plays(pos, roll)
	p := start(t, "plain", patient)
	results := make(chan error)
	for range 4 {
		clone := p.Clone().(*external.UBGI)
		go func() {
			defer clone.Close()
			_, err := clone.Choose(t.Context(), &pos, roll, plays)
			if err == nil {
				err = clone.Close() // and it starts again
			}
			if err == nil {
				clone.NewGame(1)
				_, err = clone.Choose(t.Context(), &pos, roll, plays)
			}
			results <- err
		}()
	}
	for range 4 {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
}

func TestOtherNumbersOfCheckers(t *testing.T) {
	p := start(t, "plain", patient)
	pos, m := board.Hypergammon3.Start(), board.NewMatch(0)
	if _, err := p.Choose(t.Context(), &pos, board.Roll{3, 1}, board.Plays(pos, board.Roll{3, 1})); err == nil {
		t.Error("a position with 3 checkers is asked about")
	}
	if _, err := p.Doubles(t.Context(), &pos, &m); err == nil {
		t.Error("a position with 3 checkers is asked about")
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		spec string
		ours bool
		want string // in the error, "" for none
	}{
		{"net:default", false, ""},
		{"ubgi:engine", true, ""},
		{`ubgi,timeout=500ms,startup=1s,restarts=0,dialect=fibs:"my engine" --plies 2 it\'s 'a b'`, true, ""},
		{"ubgi", true, "no command"},
		{"ubgi: ", true, "no command"},
		{`ubgi:"x`, true, "quote"},
		{"ubgi,timeout=0s:x", true, "a time such as"},
		{"ubgi,restarts=-1:x", true, "want 0 to 100"},
		{"ubgi,dialect=chess:x", true, "want any, xgid or fibs"},
		{"ubgi,plies=1:x", true, "unknown option"},
		{"gnubg:9", true, "want 0 to 4"},
		{"gnubg:x", true, "want 0 to 4"},
		{"gnubg,dialect=xgid:0", true, "unknown option"},
		{"ubgi,data=/tmp:./engine", true, "unknown option"},
	} {
		p, ours, err := external.Parse(c.spec)
		if ours != c.ours || (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v, want %v, %q", c.spec, ours, err, c.ours, c.want)
		}
		if (p != nil) != (c.ours && c.want == "") {
			t.Errorf("%s: player %v", c.spec, p)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`ubgi,timeout=500ms:"my engine" --plies 2 it\'s 'a b'`)
	f.Add("gnubg,restarts=3:0")
	f.Fuzz(func(t *testing.T, spec string) {
		if p, ours, err := external.Parse(spec); (p != nil) != (ours && err == nil) {
			t.Errorf("%q: %v, %v, %v", spec, p, ours, err)
		}
	})
}

// The process of a player without references is asked to end. It has half a
// second to do so; on a busy machine not every process writes its file in this
// time.
func TestUBGIEndsWithItsPlayer(t *testing.T) {
	file := filepath.Join(t.TempDir(), "goodbye")
	pos, roll := board.Backgammon.Start(), board.Roll{3, 1}
	for range 20 {
		func() {
			p := external.NewUBGI([]string{os.Args[0], "engine", "polite", file}, external.AnyDialect, patient)
			must.Get(p.Choose(t.Context(), &pos, roll, board.Plays(pos, roll)))(t)
		}()
		for range 1000 {
			runtime.GC()
			if _, err := os.Stat(file); err == nil {
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	t.Error("it runs on")
}

// A question ends with its context, without further waiting for the engine.
func TestQuestionStops(t *testing.T) {
	for _, kind := range []string{"silent", "mute"} {
		p := start(t, kind, patient)
		ctx, cancel := context.WithCancelCause(t.Context())
		cause := errors.New("enough")
		time.AfterFunc(100*time.Millisecond, func() { cancel(cause) })
		pos, roll := board.Backgammon.Start(), board.Roll{3, 1}
		began := time.Now()
		_, err := p.Choose(ctx, &pos, roll, board.Plays(pos, roll))
		p.Close()
		if took := time.Since(began); !errors.Is(err, cause) || took > silence/2 {
			t.Errorf("%s: %v after %v, want an error that wraps %q at once", kind, err, took, cause)
		}
	}
}
