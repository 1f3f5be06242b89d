package bench

import (
	"fmt"
	"math"
	"strings"
	"time"

	"gammonlab/evalbench"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/result"
)

// Status is the status of a result.
type Status string

// The states of a result.
const (
	Running    Status = "running"      // a process plays
	Finished   Status = "finished"     // all planned games are played, or the test has decided
	Unfinished Status = "not finished" // no process plays, and games are missing
	Open       Status = "open"         // no process plays, and the number of planned games is unknown
)

// Class returns the style class of the status.
func (s Status) Class() string {
	return map[Status]string{Running: "running", Finished: "done", Unfinished: "dead", Open: ""}[s]
}

// Standing is the state of a match, a test or a tournament.
type Standing struct {
	ID       string    `json:"id"`
	Name     string    `json:"name"`
	Kind     string    `json:"kind"` // match, sprt, tournament, pairs of a ledger without a plan, or another result
	Status   Status    `json:"status"`
	Settings string    `json:"settings"`
	Verdict  string    `json:"verdict"` // "" before the end
	Updated  time.Time `json:"updated"`
	Pairings []Pairing `json:"pairings"`
	Test     *Test     `json:"test,omitempty"`
	Figures  []Figure  `json:"figures,omitempty"` // figures of other results

	Table *tournament.TableRecord `json:"table,omitempty"` // ratings of a tournament

	a, b   *tournament.Player  // of the last pairing
	course []tournament.Moment // of the only pairing
}

// Pairing is the result of two players. Scores are those of A; in matches, the share that
// it won.
type Pairing struct {
	A        string   `json:"a"`
	B        string   `json:"b"`
	Games    int      `json:"games"`
	Planned  int      `json:"planned,omitempty"` // planned games, 0 if unknown
	Raw      *Score   `json:"raw"`
	Adjusted *Score   `json:"luck_adjusted,omitempty"`
	Rate     *float64 `json:"games_per_second,omitempty"` // only during play
	Left     *float64 `json:"seconds_left,omitempty"`     // only with a planned number of games

	// Pairs are the numbers of pairs with the same dice, for A: both games lost, more points
	// lost than won, even, more won than lost, both games won; nil if they are unknown.
	Pairs []int `json:"pairs,omitempty"`
}

// Score is an estimate with its 95 % interval.
type Score struct {
	Unit string `json:"unit"` // ppg, or win_share
	evalbench.Interval
}

// Test is a sequential test.
type Test struct {
	Decision string   `json:"decision"` // H0, H1 or undecided
	H0       string   `json:"h0"`
	H1       string   `json:"h1"`
	LLR      *float64 `json:"llr"`
	Lower    float64  `json:"llr_lower"`
	Upper    float64  `json:"llr_upper"`
}

// Figure is a named number or text of a result.
type Figure struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// newScore returns the score of a summary of points per game or of matches.
func newScore(s evalbench.Summary, matches bool) *Score {
	if matches { // 1 for a match won, -1 for one lost
		s = s.Map(func(x float64) float64 { return (1 + x) / 2 }, -1, 1)
		return &Score{"win_share", s.Interval()}
	}
	return &Score{"ppg", s.Interval()}
}

// minus writes negative numbers with a true minus sign.
func minus(text string) string { return strings.ReplaceAll(text, "-", "−") }

// Text formats the score.
func (s *Score) Text() string { return minus(s.plain()) }

func (s *Score) plain() string {
	switch {
	case s.Value == nil:
		return "unknown"
	case s.Unit == "win_share" && s.Low == nil:
		return fmt.Sprintf("%.2f %%", 100**s.Value)
	case s.Unit == "win_share":
		return fmt.Sprintf("%.2f %% (%.2f to %.2f)", 100**s.Value, 100**s.Low, 100**s.High)
	case s.Low == nil:
		return result.Points.Signed(*s.Value, math.NaN())
	}
	f := result.Points.Factor()
	return fmt.Sprintf("%+.1f (%+.1f to %+.1f) %s", f**s.Value, f**s.Low, f**s.High, result.Points)
}

// better returns the verdict of a finished match by its interval.
func (p *Pairing) better() string {
	s := p.Raw
	if p.Adjusted != nil {
		s = p.Adjusted
	}
	even := map[string]float64{"ppg": 0, "win_share": 0.5}[s.Unit]
	switch {
	case s.Low == nil || s.High == nil:
		return "There are too few games for a verdict."
	case *s.Low > even:
		return p.A + " is better than " + p.B + "."
	case *s.High < even:
		return p.B + " is better than " + p.A + "."
	}
	return fmt.Sprintf("It is not known who is better: the interval includes equal strength of %s and %s.", p.A, p.B)
}

// newTest returns the state of a test.
func newTest(r *tournament.Record) *Test {
	return &Test{r.Decision, r.Unit.Bound(r.E0) + " or less", r.Unit.Bound(r.E1) + " or more", r.LLR, r.Lower, r.Upper}
}
