package tournament

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gammonlab/engine"
	"gammonlab/evalbench"
	"gammonlab/internal/result"
	"gammonlab/internal/setting"
)

// Criterion has the settings of when a sequential test ends.
type Criterion struct {
	// Equity and Elo are the hypotheses H0 and H1; only one of them is set. Without both,
	// H0 is no difference, and H1 the least difference that about ten thousand pairs can
	// show.
	Equity EquityBounds `json:"equity,omitzero" shown:"0,0.02" help:"hypotheses: <BOUNDS>, two equities a game, joined by a comma"`
	Elo    EloBounds    `json:"elo,omitzero" help:"hypotheses: <BOUNDS> in Elo, joined by a comma, instead of --equity"`

	Alpha float64 `json:"alpha" default:"0.05" help:"error level <P>: chance to accept H1 if H0 is true"`
	Beta  float64 `json:"beta" default:"0.05" help:"error level <P>: chance to accept H0 if H1 is true"`

	// MaxGames is the number of games after which an undecided test ends; even.
	MaxGames int `json:"max_games" default:"1000000" help:"stop the test after <N> games"`
}

// Hypotheses are the hypotheses of a sequential test about a quantity.
type Hypotheses struct {
	evalbench.Hypotheses
	Unit Unit
}

// Hypotheses returns the hypotheses in the unit that the test measures.
func (c *Criterion) Hypotheses() Hypotheses {
	h := Hypotheses{Hypotheses: evalbench.Hypotheses{E0: 0, E1: 0.02, Alpha: c.Alpha, Beta: c.Beta}}
	switch {
	case c.Elo != EloBounds{}:
		h.E0, h.E1, h.Unit = evalbench.WinOfElo(c.Elo[0]), evalbench.WinOfElo(c.Elo[1]), Share
	case c.Equity != EquityBounds{}:
		h.E0, h.E1 = c.Equity[0], c.Equity[1]
	}
	return h
}

// Validate returns an error for the first invalid setting, by its name.
func (c *Criterion) Validate() error {
	const equity, elo, games = setting.Name("equity"), setting.Name("elo"), setting.Name("max_games")
	switch {
	case c.Equity != EquityBounds{} && c.Elo != EloBounds{}:
		return setting.Errorf("%s contradicts %s", elo, equity)
	case c.MaxGames < 2 || c.MaxGames%2 != 0:
		return setting.Errorf("%s is %d, want an even number, for pairs", games, c.MaxGames)
	}
	h := c.Hypotheses()
	return h.Validate()
}

// EquityBounds are two hypotheses in points per game.
type EquityBounds [2]float64

// MarshalText implements [encoding.TextMarshaler].
func (b EquityBounds) MarshalText() ([]byte, error) { return boundsText(b, engine.FormatEquity), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (b *EquityBounds) UnmarshalText(text []byte) (err error) {
	*b, err = parseBounds(string(text), engine.ParseEquity)
	return err
}

// EloBounds are two hypotheses as differences of Elo ratings.
type EloBounds [2]float64

// MarshalText implements [encoding.TextMarshaler].
func (b EloBounds) MarshalText() ([]byte, error) {
	return boundsText(b, func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (b *EloBounds) UnmarshalText(text []byte) (err error) {
	*b, err = parseBounds(string(text), parseElo)
	return err
}

func parseElo(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%q, want a difference of ratings such as 20", text)
	}
	return x, nil
}

// boundsText returns the text of bounds, "" for none.
func boundsText(b [2]float64, format func(float64) string) []byte {
	if b == [2]float64{} {
		return nil
	}
	return []byte(format(b[0]) + "," + format(b[1]))
}

func parseBounds(text string, parse func(string) (float64, error)) (b [2]float64, err error) {
	first, second, both := strings.Cut(text, ",")
	if !both {
		return b, fmt.Errorf("%q, want two numbers such as 0,0.02, the lower first", text)
	}
	for i, number := range []string{first, second} {
		if b[i], err = parse(strings.TrimSpace(number)); err != nil {
			return b, err
		}
	}
	if !(b[0] < b[1]) {
		return b, fmt.Errorf("%q, want the lower number first", text)
	}
	return b, nil
}

// Unit is the quantity that a sequential test measures.
type Unit int

// The units: points per game, and the share of games won, where a game stopped as too
// long is half won.
const (
	Points Unit = iota
	Share
)

// scale returns about the largest distance of a pair from the mean, under the rules.
func (u Unit) scale(rules evalbench.Rules) float64 {
	switch {
	case u == Share:
		return 0.5
	case rules.Cube:
		return 8 // a cube of 4 and a gammon, in both games
	case rules.Length > 0:
		return 1
	}
	return 3
}

// of returns the result of a pair in the unit, from the points of a player.
func (u Unit) of(points []int) float64 {
	sum := 0.0
	for _, p := range points {
		if u == Points {
			sum += float64(p)
		} else {
			sum += wins(p)
		}
	}
	return sum / float64(len(points))
}

// wins returns the share of a win that a game counts.
func wins(points int) float64 {
	switch {
	case points > 0:
		return 1
	case points == 0:
		return 0.5
	}
	return 0
}

// String returns the unit's name in records: ppg or win_share.
func (u Unit) String() string { return [...]string{"ppg", "win_share"}[u] }

// MarshalText returns the unit's name.
func (u Unit) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// UnmarshalText reads a unit's name.
func (u *Unit) UnmarshalText(name []byte) error {
	for _, unit := range []Unit{Points, Share} {
		if unit.String() == string(name) {
			*u = unit
			return nil
		}
	}
	return fmt.Errorf("unit is %.40q, want %v or %v", name, Points, Share)
}

// Even returns the score of equal players.
func (u Unit) Even() float64 {
	if u == Share {
		return wins(0)
	}
	return 0
}

// Bound formats a bound: mEq per game, or a share of wins as a difference of Elo
// ratings.
func (u Unit) Bound(e float64) string {
	if u == Share {
		return fmt.Sprintf("%+.4g Elo", evalbench.Elo(e))
	}
	return fmt.Sprintf("%+.4g %s", result.Points.Factor()*e, result.Points)
}
