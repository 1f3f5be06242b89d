package fairness

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gammonlab/internal/plaintext"
)

// Group contains the results for the rolls of one player, or of all.
type Group struct {
	Player   string  `json:"player,omitempty"` // "" for all
	Rolls    int     `json:"rolls"`            // without the first rolls of games
	Openings int     `json:"first_rolls"`      // of games
	Faces    [6]int  `json:"faces"`            // counts of each number of a die
	Kinds    [21]int `json:"kinds"`            // counts of the 21 rolls, in the order 11, 21, 22, 31 … 66
	Tests    []Test  `json:"tests"`
}

// Group returns the results of the sample with a player's name, "" for all.
func (s *Sample) Group(player string) Group {
	return Group{player, s.Rolls(), s.Openings(), s.faces(), s.kinds, s.Tests()}
}

// Report contains the results of a test of dice.
type Report struct {
	Source string  `json:"source"` // name of the dice
	Groups []Group `json:"groups"`

	LeftOut int `json:"left_out"` // rolls in no test, see [Games]
	Others  int `json:"others"`   // number of players who are not listed

	// Smallest is the smallest p value of the Made tests. Corrected is the p value of all
	// tests together, by Bonferroni's inequality: Made times Smallest, at most 1.
	Made      int     `json:"made"`
	Smallest  float64 `json:"smallest_p"`
	Corrected float64 `json:"corrected_p"`
}

// NewReport returns the report of the groups.
func NewReport(source string, groups []Group) *Report {
	r := &Report{Source: source, Groups: groups, Smallest: 1}
	for _, g := range groups {
		for _, t := range g.Tests {
			r.Made++
			r.Smallest = min(r.Smallest, t.P)
		}
	}
	r.Corrected = min(1, r.Smallest*float64(max(r.Made, 1)))
	return r
}

// Text returns the report as tables.
func (r *Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Dice of %s\n\n%s\n", plaintext.VisibleLine(r.Source), r.facesTable())
	if r.Made > 0 {
		fmt.Fprintf(&b, "%s\n", r.testsTable())
	}
	if r.Others > 0 {
		fmt.Fprintf(&b, "Players with fewer rolls, not listed: %d.\n", r.Others)
	}
	if r.LeftOut > 0 {
		fmt.Fprintf(&b, "Doubles that begin a game, in no test: %d.\n", r.LeftOut)
	}
	b.WriteString(r.verdict())
	return b.String()
}

// facesTable returns a table of the counts of each number of a die.
func (r *Report) facesTable() string {
	t := plaintext.Table{Left: []int{0}}
	t.Add("dice of", "rolls", "1", "2", "3", "4", "5", "6", "first rolls")
	for _, g := range r.Groups {
		row := []string{g.name(), plaintext.Thousands(g.Rolls)}
		for _, n := range g.Faces {
			share := "-"
			if g.Rolls > 0 {
				share = plaintext.Percentage(float64(n) / float64(2*g.Rolls))
			}
			row = append(row, share)
		}
		t.Add(append(row, plaintext.Thousands(g.Openings))...)
	}
	return t.Text()
}

func (g *Group) name() string {
	if g.Player == "" {
		return "all"
	}
	return g.Player
}

func (r *Report) testsTable() string {
	t := plaintext.Table{Left: []int{0, 1}}
	t.Add("dice of", "test", "n", "found", "expected", "p")
	for _, g := range r.Groups {
		for _, test := range g.Tests {
			found, expected := test.spelled()
			t.Add(g.name(), test.Name, plaintext.Thousands(test.N), found, expected, spellP(test.P))
		}
	}
	return t.Text()
}

// spelled formats the statistic and its mean: a mean with five decimals, a
// count with none.
func (t *Test) spelled() (found, expected string) {
	switch {
	case max(math.Abs(t.Found), math.Abs(t.Expected)) < 1:
		return fixed(t.Found, 5), fixed(t.Expected, 5)
	case t.Found == math.Trunc(t.Found):
		return fixed(t.Found, 0), fixed(t.Expected, 1)
	}
	return fixed(t.Found, 2), fixed(t.Expected, 2)
}

func fixed(x float64, decimals int) string { return strconv.FormatFloat(x, 'f', decimals, 64) }

// spellP formats a p value.
func spellP(p float64) string {
	if p < 0.0001 {
		return strconv.FormatFloat(p, 'e', 1, 64)
	}
	return fixed(p, 4)
}

// verdict returns the conclusion from all p values.
func (r *Report) verdict() string {
	if r.Made == 0 {
		return "There are too few rolls for a test.\n"
	}
	return fmt.Sprintf(`p is the probability that fair dice are as far from what is expected, or further.
One in twenty tests of fair dice has a p below 0.05, so that several tests find one
easily. Tests here: %d. The smallest p is %s, and fair dice have one as small or
smaller somewhere in so many tests with a probability of at most %s.
`, r.Made, spellP(r.Smallest), spellP(r.Corrected))
}
