package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gammonlab/board"
)

type (
	reader func(string, io.Reader) (*Match, error)
	writer func(io.Writer, *Match) error
)

// load reads a file of testdata.
func load(t testing.TB, name string) *Match {
	t.Helper()
	m, err := Read(name, bytes.NewReader(content(t, name)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func content(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func mustWrite(t testing.TB, write writer, m *Match) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// mat reads a .mat file of a three point match with the given lines as its
// first game.
func mat(t testing.TB, lines string) *Match {
	t.Helper()
	m, err := ReadMat("test", strings.NewReader(" 3 point match\n\n Game 1\n Ann : 0    Bob : 0\n"+lines))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// sameMatch compares matches action by action, so that the message is short.
func sameMatch(t testing.TB, got, want *Match) {
	t.Helper()
	if reflect.DeepEqual(got, want) {
		return
	}
	for i := range min(len(got.Games), len(want.Games)) {
		g, w := got.Games[i], want.Games[i]
		for k := range min(len(g.Actions), len(w.Actions)) {
			if !reflect.DeepEqual(g.Actions[k], w.Actions[k]) {
				t.Errorf("game %d, action %d: got %+v, want %+v", i+1, k+1, g.Actions[k], w.Actions[k])
				return
			}
		}
		if len(g.Actions) != len(w.Actions) {
			t.Errorf("game %d: got %d actions, want %d", i+1, len(g.Actions), len(w.Actions))
			return
		}
		g.Actions, w.Actions = nil, nil
		if !reflect.DeepEqual(g, w) {
			t.Errorf("game %d: got %+v, want %+v", i+1, g, w)
			return
		}
	}
	got2, want2 := *got, *want
	got2.Games, want2.Games = nil, nil
	t.Errorf("got %+v with %d games, want %+v with %d", got2, len(got.Games), want2, len(want.Games))
}

// randomMatch plays a match by chance: cube actions and resignations
// included. A money session has the given number of games.
func randomMatch(rng *rand.Rand, length, games int, rules Rules) *Match {
	m := &Match{
		Length: length,
		Names:  [2]string{"Ann", `Zoë [x] \o/`},
		Info:   Info{Event: "Test: one", Date: "2026-11-21", Comment: "Two\nlines"},
		Rules:  rules,
	}
	for len(m.Games) < games {
		g := m.AddGame()
		if length > 0 && max(g.Score[0], g.Score[1]) >= length {
			m.Games = m.Games[:len(m.Games)-1]
			break
		}
		randomGame(rng, m)
		m.complete(len(m.Games)-1, &board.Generator{})
	}
	return m
}

// randomGame plays the last game of the match to its end. The position is seen
// by the player on roll.
func randomGame(rng *rand.Rand, m *Match) {
	g := &m.Games[len(m.Games)-1]
	dice := board.NewDice(rng)
	p := board.Player(rng.IntN(2))
	owner, cube := board.Nobody, 1
	act := func(a Action) { g.Actions = append(g.Actions, a) }
	first := true
	for pos := m.Rules.Variant.Start(); pos.Result() == 0; p = p.Opponent() {
		if !m.Rules.NoCube && !g.Crawford && !first && owner != p.Opponent() && cube < 64 && rng.IntN(20) == 0 {
			act(Action{Kind: Double, Player: p})
			if rng.IntN(4) == 0 {
				act(Action{Kind: Drop, Player: p.Opponent()})
				return
			}
			cube, owner = 2*cube, p.Opponent()
			if m.Length == 0 && rng.IntN(3) == 0 {
				cube *= 2
				act(Action{Kind: Beaver, Player: p.Opponent()})
				act(Action{Kind: Take, Player: p})
			} else {
				act(Action{Kind: Take, Player: p.Opponent()})
			}
		}
		if rng.IntN(200) == 0 && !first {
			value := 1 + rng.IntN(3)
			act(Action{Kind: Resign, Player: p, Value: value})
			g.Result = Result{Winner: p.Opponent(), Points: value * cube}
			return
		}
		roll := dice.Next()
		for first && roll.Double() {
			roll = dice.Next()
		}
		first = false
		plays := board.Plays(pos, roll)
		a := Action{Kind: Move, Player: p, Roll: roll}
		if len(plays) == 0 {
			pos = pos.Swap()
		} else {
			play := plays[rng.IntN(len(plays))]
			a.Steps = append(a.Steps, play.Steps()...)
			pos = play.Result
		}
		act(a)
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errBroken }

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

var errBroken = errors.New("broken")

// get takes the results of a call and returns a function that returns the value, or ends
// the test if there is an error. Tests of this package cannot use internal/must.
func get[T any](value T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		ok(t, err)
		return value
	}
}

// ok ends the test if there is an error.
func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// fails reports an error of the test if err does not contain part. about names the case.
func fails(t *testing.T, err error, part string, about ...any) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), part) {
		t.Errorf("%sgot error %v, want one with %q", fmt.Sprintln(about...), err, part)
	}
}
