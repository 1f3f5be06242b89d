package rating

import (
	"fmt"
	"math"

	"gammonlab/internal/plaintext"
)

// MatchChange is what a match between two players does to their ratings, by FIBS's formula.
type MatchChange struct {
	Length  int            `json:"length"` // of the match, in points
	Players [2]RatedPlayer `json:"players"`
	Files   []string       `json:"files,omitempty"` // figures that were drawn
}

// RatedPlayer is a player before a match.
type RatedPlayer struct {
	Rating     float64 `json:"rating"`
	Experience int     `json:"experience"`                                                                             // sum of the lengths of the earlier matches
	Factor     float64 `json:"factor"`                                                                                 // K of the formula
	Chance     float64 `json:"chance" unit:"share" meaning:"chance of the last player to win the match"`               // to win the match
	IfWon      float64 `json:"change_if_won" unit:"FIBS" meaning:"change of the rating of the last player if it wins"` // of the rating
	IfLost     float64 `json:"change_if_lost"`                                                                         // of the rating
}

// NewMatchChange returns the changes by a match to length points between players with the
// ratings and the experience.
func NewMatchChange(length int, ratings [2]float64, experience [2]int) *MatchChange {
	m := &MatchChange{Length: length}
	for i := range m.Players {
		d := ratings[i] - ratings[1-i]
		m.Players[i] = RatedPlayer{
			ratings[i], experience[i], factor(experience[i]), WinProbability(d, length),
			Change(d, length, true, experience[i]), Change(d, length, false, experience[i]),
		}
	}
	return m
}

// Text returns a table of the two players, and the files of the figures.
func (m *MatchChange) Text() string {
	t := plaintext.Table{Indent: "  ", Left: []int{0}, Head: []string{"", "rating", "experience", "K", "wins", "if it wins", "if it loses"}}
	for i, p := range m.Players {
		t.Add(string(rune('A'+i)), fmt.Sprintf("%.0f", p.Rating), fmt.Sprint(p.Experience), fmt.Sprintf("%.2f", p.Factor),
			fmt.Sprintf("%.1f %%", 100*p.Chance), fmt.Sprintf("%+.2f", p.IfWon), fmt.Sprintf("%+.2f", p.IfLost))
	}
	text := fmt.Sprintf("Match to %d %s\n\n%s", m.Length, plaintext.Noun(m.Length, "point", "points"), t.Text())
	for _, path := range m.Files {
		text += path + "\n"
	}
	return text
}

// factor returns K of FIBS's formula, by which changes of inexperienced players are larger.
func factor(experience int) float64 { return math.Max(1, 5-float64(experience)/100) }
