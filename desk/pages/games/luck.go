package games

import (
	"fmt"
	"net/http"

	"gammonlab/desk/pages/problem"
	"gammonlab/engine/analysis"
	"gammonlab/internal/plaintext"
)

// RollLuck is the luck of a roll for the player on roll.
type RollLuck struct {
	By   string `json:"by"` // you or net
	Dice string `json:"dice"`
	analysis.Luck

	match bool
}

// Text returns the luck of the roll as a sentence.
func (l *RollLuck) Text() string {
	whose := "The net's"
	if l.By == byUser {
		whose = "Your"
	}
	text := fmt.Sprintf("%s %c %c: luck %s", whose, l.Dice[0], l.Dice[1], plaintext.Signed(float32(l.Equity), 3))
	if l.match {
		text += fmt.Sprintf(", %+.2f %% MWC", l.Cost*100)
	}
	if mark := l.Mark.String(); mark != "" {
		text += ", " + mark
	}
	return text + "."
}

// luck returns the luck of the newest rolls.
func (g *Game) luck() ([]RollLuck, error) {
	found, err := g.table.Luck()
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, problem.New(http.StatusBadRequest, "there is no roll in this game yet")
	}
	var all []RollLuck
	for i := range found {
		f := &found[i]
		all = append(all, RollLuck{
			nameOf(f.Player), f.Dice.String(), analysis.Luck{Amount: f.Amount, Mark: analysis.LuckMarkOf(f.Equity)}, g.settings.Length > 0,
		})
	}
	return all, nil
}
