package engine

import (
	"fmt"
	"strings"

	"gammonlab/board"
	"gammonlab/internal/plaintext"
)

// Evaluated contains the values of a position, play or decision in JSON. Its keys have
// these meanings in all results.
type Evaluated struct {
	Chances
	Cubeful *float32 `json:"cubeful_equity,omitempty" unit:"points" meaning:"normalised equity with the cube"` // normalised; nil without the cube
	MWC     *float64 `json:"mwc,omitempty" unit:"share" meaning:"match-winning chance"`                        // match-winning chance; nil without a match
}

// Worth returns the equity by which choices are compared: the cubeful one or, without the
// cube, the cubeless one.
func (e *Evaluated) Worth() float32 {
	if e.Cubeful != nil {
		return *e.Cubeful
	}
	return e.Equity
}

// Chances contains the five probabilities and the cubeless equity in JSON.
type Chances struct {
	Win            float32 `json:"win" unit:"share" meaning:"chance to win, gammons included"`
	WinGammon      float32 `json:"win_gammon" unit:"share" meaning:"chance to win a gammon or backgammon"`
	WinBackgammon  float32 `json:"win_backgammon" unit:"share" meaning:"chance to win a backgammon"`
	LoseGammon     float32 `json:"lose_gammon" unit:"share" meaning:"chance to lose a gammon or backgammon"`
	LoseBackgammon float32 `json:"lose_backgammon" unit:"share" meaning:"chance to lose a backgammon"`
	Equity         float32 `json:"equity" unit:"points" meaning:"cubeless equity"` // cubeless, in points per cube
}

// NewChances returns probabilities with their cubeless equity for JSON.
func NewChances(p *Probabilities, equity float32) Chances {
	return Chances{p[Win], p[WinGammon], p[WinBackgammon], p[LoseGammon], p[LoseBackgammon], equity}
}

// Probabilities returns the five probabilities.
func (c *Chances) Probabilities() Probabilities {
	return Probabilities{
		Win: c.Win, WinGammon: c.WinGammon, WinBackgammon: c.WinBackgammon,
		LoseGammon: c.LoseGammon, LoseBackgammon: c.LoseBackgammon,
	}
}

// ProbabilityHeader is the table header of [Probabilities.Columns].
const ProbabilityHeader = "  Win   W(g)  W(bg)   L(g)  L(bg)"

// Columns formats the probabilities for a table.
func (p *Probabilities) Columns() string { return strings.Join(p.Cells(), "  ") }

// Cells returns the cells of [Probabilities.Columns].
func (p *Probabilities) Cells() []string {
	var cells []string
	for _, v := range p {
		cells = append(cells, plaintext.Fixed(v, 3))
	}
	return cells
}

// ProbabilityHeads are the headings of [Probabilities.Cells].
func ProbabilityHeads() []string { return []string{"  Win", " W(g)", "W(bg)", " L(g)", "L(bg)"} }

// DrawPosition draws the board with the player on roll at the bottom, followed
// by the position's ID and class.
func DrawPosition(pos *board.Position, roll board.Roll, class string) string {
	return DrawMatch(pos, board.NewMatch(0), roll, class, true)
}

// DrawMatch is [DrawPosition] with the score of a match and, unless noCube is
// set, its cube. Player X is on roll.
func DrawMatch(pos *board.Position, match board.Match, roll board.Roll, class string, noCube bool) string {
	match.State, match.Dice = board.Playing, roll
	diagram := board.Diagram{Position: *pos, Match: match, Names: [2]string{"opponent", "player"}, NoIDs: true, NoCube: noCube}
	return fmt.Sprintf("%v\n%s: %s, pip count %d to %d\n",
		diagram, pos.ID(), class, pos.Own.Pips(), pos.Opp.Pips())
}
