package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/internal/plaintext"
)

// cubeReport is what the cube means at a score.
type cubeReport struct {
	Match    int             `json:"match"` // its length, 0 for a money game
	Score    *[2]int         `json:"score,omitempty"`
	Crawford bool            `json:"crawford"`
	Jacoby   bool            `json:"jacoby"`
	Beavers  bool            `json:"beavers"`
	Cube     int             `json:"cube"`
	Owner    string          `json:"owner"`
	MET      string          `json:"met,omitempty"`
	Player   cubeSide        `json:"player"`
	Opponent cubeSide        `json:"opponent"`
	Windows  []cubeWindows   `json:"windows"`
	Position *cubeOfPosition `json:"position,omitempty"`

	state    cube.State
	outcomes [2]cube.Outcomes
	pos      board.Position
	leaf     *cube.Leaf // nil without a position
}

// cubeSide is what the game is worth to a side. The chances to win the match are
// those after a plain win, a gammon and a backgammon of its own.
type cubeSide struct {
	Gammons         float64     `json:"gammons"`     // share of its wins, backgammons included
	Backgammons     float64     `json:"backgammons"` // share of its wins
	After           *[3]float64 `json:"match_winning_chance_after_win,omitempty"`
	GammonValue     float64     `json:"gammon_value"`
	BackgammonValue float64     `json:"backgammon_value"` // on top of the gammon's
}

// cubeWindows are the windows of the sides at a value of the cube; there is none
// of who can neither double nor be doubled.
type cubeWindows struct {
	Cube     int         `json:"cube,omitempty"` // 0 in a money game: the same at all
	After    string      `json:"after_take"`
	Player   *cubeWindow `json:"player,omitempty"`
	Opponent *cubeWindow `json:"opponent,omitempty"`
}

// cubeWindow has what applies of a window.
type cubeWindow struct {
	Take     *float64 `json:"take,omitempty"`
	Beaver   *float64 `json:"beaver,omitempty"`
	Raccoon  *float64 `json:"raccoon,omitempty"`
	Double   *float64 `json:"double,omitempty"`
	Redouble *float64 `json:"redouble,omitempty"`
	Cash     *float64 `json:"cash,omitempty"`
	TooGood  *float64 `json:"too_good,omitempty"`
}

// cubeOfPosition is the cube decision in a position.
type cubeOfPosition struct {
	ID       string            `json:"position_id"`
	Chances  engine.Chances    `json:"chances"`
	Action   string            `json:"action"`
	Equities cubeAlternatives  `json:"equities"`
	MWC      *cubeAlternatives `json:"match_winning_chances,omitempty"`
}

type cubeAlternatives struct {
	NoDouble   float64 `json:"no_double"`
	DoubleTake float64 `json:"double_take"`
	DoublePass float64 `json:"double_pass"`
	Optimal    float64 `json:"optimal"`
}

// fill computes the report of the state and outcomes.
func (r *cubeReport) fill(c *cli.Context) error {
	met, err := cube.FindMET(c.String("met"))
	if err != nil {
		return err
	}
	s := &r.state
	stakes, err := cube.Prepare(*s, met)
	if err != nil {
		return err
	}
	r.Match, r.Crawford, r.Jacoby, r.Beavers = s.Length, s.Crawford, s.Jacoby && !s.IsMatch(), s.Beavers && !s.IsMatch()
	r.Cube, r.Owner = s.Cube, s.Owner.String()
	r.Player, r.Opponent = newCubeSide(stakes, &r.outcomes[0]), newCubeSide(stakes.Swap(), &r.outcomes[1])
	if s.IsMatch() {
		r.MET = met.Name()
		r.Score = &[2]int{s.Length - s.OwnAway, s.Length - s.OppAway}
		err = r.matchWindows(met)
	} else {
		r.moneyWindows()
	}
	if r.leaf != nil {
		r.decide(stakes)
	}
	return err
}

func newCubeSide(st *cube.Stakes, o *cube.Outcomes) cubeSide {
	p := st.Prices()
	side := cubeSide{
		Gammons: o[1] + o[2], Backgammons: o[2],
		GammonValue: p.WinGammon / 2, BackgammonValue: p.WinBackgammon / 2,
	}
	if s := st.State(); s.IsMatch() {
		side.After = &[3]float64{st.Points(1), st.Points(2), st.Points(3)}
	}
	return side
}

func (r *cubeReport) matchWindows(met *cube.MET) error {
	all, err := cube.MatchWindows(r.state, met, r.outcomes[0], r.outcomes[1])
	for i := range all {
		w := &all[i]
		r.Windows = append(r.Windows, cubeWindows{
			Cube: w.Cube, After: w.Assumption.String(),
			Player: newCubeWindow(w, 0), Opponent: newCubeWindow(w, 1),
		})
	}
	return err
}

func newCubeWindow(w *cube.MatchWindow, side int) *cubeWindow {
	s, row := &w.Sides[side], new(cubeWindow)
	if w.Doubles[side] {
		row.Double, row.Cash, row.TooGood = &s.Double, &s.Cash, &s.TooGood
	}
	if w.Doubles[1-side] {
		row.Take = &s.Take
	}
	return row
}

func (r *cubeReport) moneyWindows() {
	rows := [2]cubeWindows{{After: cube.Dead.String()}, {After: cube.Live.String()}}
	for side := range 2 {
		dead, live := cube.MoneyWindows(&r.state, &r.outcomes[side], &r.outcomes[1-side])
		for i, w := range []cube.MoneyWindow{dead, live} {
			row := &cubeWindow{
				Take: &w.Take, Beaver: &w.Beaver, Raccoon: &w.Raccoon, Double: &w.Double,
				Redouble: &w.Redouble, Cash: &w.Cash, TooGood: &w.TooGood,
			}
			*[2]**cubeWindow{&rows[i].Player, &rows[i].Opponent}[side] = row
		}
	}
	r.Windows = rows[:]
}

// decide adds the decision in the position.
func (r *cubeReport) decide(st *cube.Stakes) {
	d := st.Decide(r.leaf)
	p := r.leaf.Chances
	r.Position = &cubeOfPosition{
		ID: r.pos.ID(), Chances: engine.NewChances(&p, p.Equity()),
		Action: d.String(), Equities: cubeAlternatives(d.Equities),
	}
	if r.state.IsMatch() {
		mwc := cubeAlternatives(d.Values)
		r.Position.MWC = &mwc
	}
}

// text lays the report out for people.
func (r *cubeReport) text() string {
	var b strings.Builder
	if r.Match > 0 {
		fmt.Fprintf(&b, "match to %d, %d-%d (%d-away, %d-away), ", r.Match, r.Score[0], r.Score[1], r.state.OwnAway, r.state.OppAway)
		switch {
		case r.Crawford:
			b.WriteString("Crawford game, ")
		case r.state.PostCrawford():
			b.WriteString("after the Crawford game, ")
		}
	} else {
		fmt.Fprintf(&b, "money game, Jacoby rule %s, beavers %s, ", onOff(r.Jacoby), onOff(r.Beavers))
	}
	fmt.Fprintf(&b, "cube at %d: %s\n", r.Cube, r.Owner)
	if r.MET != "" {
		fmt.Fprintf(&b, "match equity table: %s\n", r.MET)
	}
	r.writeSides(&b)
	if r.Match > 0 {
		r.writeMatchWindows(&b)
	} else {
		r.writeMoneyWindows(&b)
	}
	if r.Position != nil {
		r.Position.write(&b)
	}
	return b.String()
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

func (r *cubeReport) writeSides(b *strings.Builder) {
	fmt.Fprintf(b, "\n%-28s %9s %9s\n", "", "player", "opponent")
	row := func(name string, format func(float64) string, own, opp float64) {
		fmt.Fprintf(b, "%-28s %9s %9s\n", name, format(own), format(opp))
	}
	own, opp := &r.Player, &r.Opponent
	row("gammons among wins", plaintext.Percentage, own.Gammons, opp.Gammons)
	row("backgammons among wins", plaintext.Percentage, own.Backgammons, opp.Backgammons)
	if own.After != nil {
		for k, name := range []string{"match won after a win", "after a gammon", "after a backgammon"} {
			row(name, plaintext.Percentage, own.After[k], opp.After[k])
		}
	}
	number := func(x float64) string { return plaintext.Fixed(float32(x), 3) }
	row("gammon value", number, own.GammonValue, opp.GammonValue)
	row("backgammon value", number, own.BackgammonValue, opp.BackgammonValue)
}

// writeMatchWindows writes a line for each cube and assumption.
func (r *cubeReport) writeMatchWindows(b *strings.Builder) {
	if len(r.Windows) == 0 {
		b.WriteString("\nNobody may double.\n")
		return
	}
	fmt.Fprintf(b, "\n%-4s  %-9s  %-35s    %s\n", "", "after", "player", "opponent")
	fmt.Fprintf(b, "%-4s  %-9s  %8s %8s %8s %8s    %8s %8s %8s %8s\n", "cube", "a take",
		"take", "double", "cash", "too good", "take", "double", "cash", "too good")
	for _, w := range r.Windows {
		line := fmt.Sprintf("%4d  %-9s  %s    %s", w.Cube, w.After, w.Player.columns(), w.Opponent.columns())
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

func (w *cubeWindow) columns() string {
	var cells []string
	for _, v := range []*float64{w.Take, w.Double, w.Cash, w.TooGood} {
		cell := ""
		if v != nil {
			cell = plaintext.Percentage(*v)
		}
		cells = append(cells, fmt.Sprintf("%8s", cell))
	}
	return strings.Join(cells, " ")
}

// writeMoneyWindows writes a line for each point.
func (r *cubeReport) writeMoneyWindows(b *strings.Builder) {
	dead, live := &r.Windows[0], &r.Windows[1]
	fmt.Fprintf(b, "\n%-14s %17s    %17s\n", "", "player", "opponent")
	fmt.Fprintf(b, "%-14s %8s %8s    %8s %8s\n", "", "dead", "live", "dead", "live")
	for _, p := range []struct {
		name string
		of   func(*cubeWindow) *float64
	}{
		{"take", func(w *cubeWindow) *float64 { return w.Take }},
		{"beaver", func(w *cubeWindow) *float64 { return w.Beaver }},
		{"raccoon", func(w *cubeWindow) *float64 { return w.Raccoon }},
		{"first double", func(w *cubeWindow) *float64 { return w.Double }},
		{"redouble", func(w *cubeWindow) *float64 { return w.Redouble }},
		{"cash", func(w *cubeWindow) *float64 { return w.Cash }},
		{"too good", func(w *cubeWindow) *float64 { return w.TooGood }},
	} {
		cell := func(w *cubeWindow) string { return plaintext.Percentage(*p.of(w)) }
		fmt.Fprintf(b, "%-14s %8s %8s    %8s %8s\n", p.name,
			cell(dead.Player), cell(live.Player), cell(dead.Opponent), cell(live.Opponent))
	}
}

// write adds the decision.
func (p *cubeOfPosition) write(b *strings.Builder) {
	c := &p.Chances
	chances := engine.Probabilities{c.Win, c.WinGammon, c.WinBackgammon, c.LoseGammon, c.LoseBackgammon}
	fmt.Fprintf(b, "\n%s\n       %s   Equity\n0-ply  %s   %s\n\n", p.ID, engine.ProbabilityHeader,
		chances.Columns(), plaintext.Signed(c.Equity, 3))
	e := &p.Equities
	row := func(name string, equity float64, mwc func(*cubeAlternatives) float64) {
		fmt.Fprintf(b, "%-14s %s", name, plaintext.Signed(float32(equity), 3))
		if p.MWC != nil {
			fmt.Fprintf(b, "  %s", plaintext.Percentage(mwc(p.MWC)))
		}
		b.WriteString("\n")
	}
	row("no double", e.NoDouble, func(a *cubeAlternatives) float64 { return a.NoDouble })
	row("double, take", e.DoubleTake, func(a *cubeAlternatives) float64 { return a.DoubleTake })
	row("double, pass", e.DoublePass, func(a *cubeAlternatives) float64 { return a.DoublePass })
	fmt.Fprintf(b, "%s\n", strings.ToUpper(p.Action[:1])+p.Action[1:])
}
