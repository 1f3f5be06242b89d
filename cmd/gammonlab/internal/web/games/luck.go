package games

import (
	"fmt"
	"net/http"

	"gammonlab/cmd/gammonlab/internal/web/problem"
	"gammonlab/engine/analysis"
	"gammonlab/internal/plaintext"
)

// RollLuck is the luck of a roll for the player on roll.
type RollLuck struct {
	By     string   `json:"by"` // you or net
	Dice   string   `json:"dice"`
	Equity float64  `json:"cubeful_equity"` // normalised
	MWC    *float64 `json:"mwc,omitempty"`  // in matches, the luck in match-winning chance
	Mark   string   `json:"mark"`           // very lucky, lucky, unlucky, very unlucky, or "" for an ordinary roll
}

// Text returns the luck of the roll as a sentence.
func (l *RollLuck) Text() string {
	whose := "The net's"
	if l.By == byUser {
		whose = "Your"
	}
	text := fmt.Sprintf("%s %c %c: luck %s", whose, l.Dice[0], l.Dice[1], plaintext.Signed(float32(l.Equity), 3))
	if l.MWC != nil {
		text += fmt.Sprintf(", %+.2f %% MWC", *l.MWC*100)
	}
	if l.Mark != "" {
		text += ", " + l.Mark
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
		l := RollLuck{By: nameOf(f.Player), Dice: f.Dice.String(), Equity: f.Equity, Mark: analysis.LuckMarkOf(f.Equity).String()}
		if g.settings.Length > 0 {
			l.MWC = &f.Cost
		}
		all = append(all, l)
	}
	return all, nil
}
