package cube

// Report contains the cube action points and gammon values at a score, for text
// and JSON output.
type Report struct {
	Match    int             `json:"length"` // of the match, 0 for a money game
	Score    *[2]int         `json:"score,omitempty"`
	Crawford bool            `json:"crawford"`
	Jacoby   bool            `json:"jacoby"`
	Beavers  bool            `json:"beavers"`
	Cube     int             `json:"cube"`
	Owner    string          `json:"owner"`
	MET      string          `json:"met,omitempty"`
	Player   SideReport      `json:"player"`
	Opponent SideReport      `json:"opponent"`
	Windows  []WindowsReport `json:"windows"`

	stakes *Stakes
}

// SideReport contains the values of the game to a side. The match-winning
// chances are those after a single win, a gammon and a backgammon of the side.
type SideReport struct {
	Gammons         float64     `json:"gammons"`     // share of its wins, backgammons included
	Backgammons     float64     `json:"backgammons"` // share of its wins
	After           *[3]float64 `json:"mwc_after_win,omitempty"`
	GammonValue     float64     `json:"gammon_value"`
	BackgammonValue float64     `json:"backgammon_value"` // in addition to the gammon's
}

// WindowsReport has the windows of the sides at a value of the cube. A side
// that can neither double nor be doubled has none.
type WindowsReport struct {
	Cube     int           `json:"cube,omitempty"` // 0 in a money game, where all values are alike
	After    string        `json:"after_take"`
	Player   *WindowReport `json:"player,omitempty"`
	Opponent *WindowReport `json:"opponent,omitempty"`
}

// WindowReport has the points of a window that apply.
type WindowReport struct {
	Take     *float64 `json:"take,omitempty"`
	Beaver   *float64 `json:"beaver,omitempty"`
	Raccoon  *float64 `json:"raccoon,omitempty"`
	Double   *float64 `json:"double,omitempty"`
	Redouble *float64 `json:"redouble,omitempty"`
	Cash     *float64 `json:"cash,omitempty"`
	TooGood  *float64 `json:"too_good,omitempty"`
}

// NewReport returns the report for a state, with the outcomes of the player on
// roll and the opponent.
func NewReport(s State, met *MET, outcomes [2]Outcomes) (*Report, error) {
	stakes, err := Prepare(s, met)
	if err != nil {
		return nil, err
	}
	r := &Report{
		Match: s.Length, Crawford: s.Crawford, Jacoby: s.Jacoby && !s.IsMatch(), Beavers: s.Beavers && !s.IsMatch(),
		Cube: s.Cube, Owner: s.Owner.String(),
		Player: newSideReport(stakes, &outcomes[0]), Opponent: newSideReport(stakes.Swap(), &outcomes[1]),
		stakes: stakes,
	}
	if !s.IsMatch() {
		r.moneyWindows(&outcomes)
		return r, nil
	}
	r.MET = met.Name()
	r.Score = &[2]int{s.Length - s.OwnAway, s.Length - s.OppAway}
	return r, r.matchWindows(met, &outcomes)
}

func newSideReport(st *Stakes, o *Outcomes) SideReport {
	p := st.Prices()
	side := SideReport{
		Gammons: o[1] + o[2], Backgammons: o[2],
		GammonValue: p.WinGammon / 2, BackgammonValue: p.WinBackgammon / 2,
	}
	if s := st.State(); s.IsMatch() {
		side.After = &[3]float64{st.Points(1), st.Points(2), st.Points(3)}
	}
	return side
}

func (r *Report) matchWindows(met *MET, outcomes *[2]Outcomes) error {
	all, err := MatchWindows(r.stakes.State(), met, outcomes[0], outcomes[1])
	for i := range all {
		w := &all[i]
		r.Windows = append(r.Windows, WindowsReport{
			Cube: w.Cube, After: w.Assumption.String(),
			Player: newWindowReport(w, 0), Opponent: newWindowReport(w, 1),
		})
	}
	return err
}

func newWindowReport(w *MatchWindow, side int) *WindowReport {
	s, row := &w.Sides[side], new(WindowReport)
	if w.Doubles[side] {
		row.Double, row.Cash, row.TooGood = &s.Double, &s.Cash, &s.TooGood
	}
	if w.Doubles[1-side] {
		row.Take = &s.Take
	}
	return row
}

func (r *Report) moneyWindows(outcomes *[2]Outcomes) {
	state := r.stakes.State()
	rows := [2]WindowsReport{{After: Dead.String()}, {After: Live.String()}}
	for side := range 2 {
		dead, live := MoneyWindows(&state, &outcomes[side], &outcomes[1-side])
		for i, w := range []MoneyWindow{dead, live} {
			row := &WindowReport{
				Take: &w.Take, Beaver: &w.Beaver, Raccoon: &w.Raccoon, Double: &w.Double,
				Redouble: &w.Redouble, Cash: &w.Cash, TooGood: &w.TooGood,
			}
			*[2]**WindowReport{&rows[i].Player, &rows[i].Opponent}[side] = row
		}
	}
	r.Windows = rows[:]
}
