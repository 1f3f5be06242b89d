package cube

// Report contains the cube action points and gammon values at a score, for text
// and JSON output.
type Report struct {
	Match    int        `json:"length"` // of the match, 0 for a money game
	Score    *[2]int    `json:"score,omitempty"`
	Crawford bool       `json:"crawford"`
	Jacoby   bool       `json:"jacoby"`
	Beavers  bool       `json:"beavers"`
	Cube     int        `json:"cube"`
	Owner    string     `json:"owner"`
	MET      string     `json:"met,omitempty"`
	Player   SideReport `json:"player"`
	Opponent SideReport `json:"opponent"`
	Windows  []Windows  `json:"windows"`

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
		r.Windows = MoneyWindows(&s, &outcomes[0], &outcomes[1])
		return r, nil
	}
	r.MET = met.Name()
	r.Score = &[2]int{s.Length - s.OwnAway, s.Length - s.OppAway}
	r.Windows, err = MatchWindows(s, met, outcomes[0], outcomes[1])
	return r, err
}

// Stakes returns the stakes of the report's state.
func (r *Report) Stakes() *Stakes { return r.stakes }

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
