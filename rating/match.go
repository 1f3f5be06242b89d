package rating

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"gammonlab/board"
	"gammonlab/engine/analysis"
)

// Player is a player with a rating from all analysed matches of a length.
type Player struct {
	Name    string `json:"player"`
	Length  int    `json:"length"` // length of the matches
	Matches int    `json:"matches"`
	Plays   Errors `json:"plays"` // errors in unforced plays
	Cubes   Errors `json:"cubes"` // errors in close or actual cube decisions

	// All are the errors of all decisions together, for the linear law, if those of plays
	// and of cube decisions are unknown.
	All *Errors `json:"decisions,omitempty"`

	// NotJudged counts further matches in which the player was the judge, so the errors
	// are unknown.
	NotJudged int `json:"not_judged_matches,omitempty"`
}

// Players are the players of some matches, in order of appearance.
type Players []*Player

// match has the fields of an analysis that Read uses.
type match struct {
	Length     int                           `json:"length"`
	Names      [2]string                     `json:"names"`
	Statistics *[2]analysis.PlayerStatistics `json:"statistics"`
}

// Read adds the players of analyses in the format of "gammonlab analyze --json", one
// analysis after the other. Players of the same name in several matches of the same
// length are one player, except in a match between two players of the same name. Errors
// use the given name.
func (ps *Players) Read(name string, r io.Reader) error {
	d := json.NewDecoder(r)
	for n := 1; ; n++ {
		var m match
		err := d.Decode(&m)
		if err == io.EOF && n > 1 {
			return nil
		}
		if err == io.EOF {
			err = errors.New("it is empty")
		}
		if err == nil {
			err = ps.add(&m)
		}
		if err != nil {
			return fmt.Errorf("%s: analysis %d: %w", name, n, err)
		}
	}
}

// add adds the players of a match.
func (ps *Players) add(m *match) error {
	switch {
	case m.Statistics == nil:
		return errors.New("no statistics: want the JSON output of analyze")
	case m.Length == 0:
		return errors.New("a money session: only matches have ratings")
	case m.Length < 0:
		return fmt.Errorf("length is %d, want at least 1", m.Length)
	}
	for i := range m.Statistics {
		plays, cubes := ErrorsOf(&m.Statistics[i])
		if err := plays.check(); err != nil {
			return fmt.Errorf("statistics[%d].plays: %w", i, err)
		}
		if err := cubes.check(); err != nil {
			return fmt.Errorf("statistics[%d].cube: %w", i, err)
		}
		p := ps.player(m, i)
		if m.Statistics[i].Judge {
			p.NotJudged++
			continue
		}
		p.Matches++
		p.Plays, p.Cubes = p.Plays.plus(plays), p.Cubes.plus(cubes)
	}
	return nil
}

// player returns the player to which side i of a match is added.
func (ps *Players) player(m *match, i int) *Player {
	name := m.Names[i]
	mergeable := name != "" && m.Names[0] != m.Names[1]
	if !mergeable {
		name = strings.TrimSpace(fmt.Sprintf("%s (%v)", name, board.Player(i)))
	}
	for _, p := range *ps {
		if mergeable && p.Name == name && p.Length == m.Length {
			return p
		}
	}
	p := &Player{Name: name, Length: m.Length}
	*ps = append(*ps, p)
	return p
}

// Bounds far above possible values: the mean error of a decision, and the number of
// decisions in a match.
const (
	mostError     = 100
	mostDecisions = 1_000_000_000
)

// check returns an error for impossible errors.
func (e Errors) check() error {
	switch {
	case e.N < 0 || e.N > mostDecisions:
		return fmt.Errorf("%d decisions, want 0 to %d", e.N, mostDecisions)
	case !(e.Rate >= 0 && e.Rate <= mostError):
		return fmt.Errorf("an error of %v per decision, want 0 to %v", e.Rate, mostError)
	case e.Deviation != nil && !(*e.Deviation >= 0 && *e.Deviation <= mostError):
		return fmt.Errorf("a deviation of %v, want 0 to %v", *e.Deviation, mostError)
	}
	return nil
}

// plus returns the sum of the errors.
func (e Errors) plus(other Errors) Errors {
	switch {
	case e.N == 0:
		return other
	case other.N == 0:
		return e
	}
	n, m := float64(e.N), float64(other.N)
	sum := Errors{N: e.N + other.N, Rate: (n*e.Rate + m*other.Rate) / (n + m)}
	one, ok1 := e.squares(sum.Rate)
	two, ok2 := other.squares(sum.Rate)
	if ok1 && ok2 {
		d := math.Sqrt((one + two) / (n + m - 1))
		sum.Deviation = &d
	}
	return sum
}

// squares returns the sum of squared deviations from a value, and whether it is known.
func (e Errors) squares(from float64) (float64, bool) {
	n := float64(e.N)
	sum := n * square(e.Rate-from)
	if e.Deviation == nil {
		return sum, e.N == 1
	}
	return sum + (n-1)*square(*e.Deviation), true
}
