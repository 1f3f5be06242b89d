package cube

// Window has the cube action points of a side, as its own winning chances; nil where a point
// does not apply.
type Window struct {
	Take     *float64 `json:"take,omitempty"`     // from here on the side takes the opponent's double
	Beaver   *float64 `json:"beaver,omitempty"`   // from here on it beavers, in money games
	Raccoon  *float64 `json:"raccoon,omitempty"`  // from here on it redoubles after a beaver, in money games
	Double   *float64 `json:"double,omitempty"`   // from here on a double is better than no double; in money games of a centred cube
	Redouble *float64 `json:"redouble,omitempty"` // from here on it redoubles, in money games
	Cash     *float64 `json:"cash,omitempty"`     // from here on the opponent passes
	TooGood  *float64 `json:"too_good,omitempty"` // from here on playing on is better than cashing
}

// Assumption is the assumption about the cube after a take in [Windows].
type Assumption string

// The assumptions.
const (
	Dead      Assumption = "dead"      // no redouble
	Redoubled Assumption = "redoubled" // the taker redoubles at once, because the cube is dead for the opponent
	Live      Assumption = "live"      // both sides redouble at exactly the right moment
)

// Windows has the windows of the sides at a value of the cube.
type Windows struct {
	Cube     int        `json:"cube,omitempty"` // value before the double; 0 in a money game, where all values are alike
	After    Assumption `json:"after_take"`
	Player   Window     `json:"player"`
	Opponent Window     `json:"opponent"`
}

// of returns the window of a side, 0 for the player on roll.
func (w *Windows) of(side int) *Window {
	if side == 0 {
		return &w.Player
	}
	return &w.Opponent
}

// MatchWindows returns the windows in a match at the present cube and at all
// higher ones that a side could double, independent of the owner of the present
// one, for games with the given outcomes of the sides. In the Crawford game
// there are none.
func MatchWindows(s State, met *MET, own, opp Outcomes) ([]Windows, error) {
	st, err := Prepare(s, met)
	if err != nil {
		return nil, err
	}
	if !s.IsMatch() || s.Crawford {
		return nil, nil
	}
	sides, outcomes := [2]State{s, s.Swap()}, [2]*Outcomes{&own, &opp}
	var all []Windows
	for v := s.Cube; (v < s.OwnAway || v < s.OppAway) && !s.excludes(2*v); v *= 2 {
		dead, turned := Windows{Cube: v, After: Dead}, Windows{Cube: v, After: Redoubled}
		for k := range sides {
			if v >= sides[k].OwnAway {
				continue
			}
			dead.set(k, deadWindow(&sides[k], met, v, 2*v, outcomes[k], outcomes[1-k]))
			if sides[k].OwnAway <= 2*v && sides[k].OppAway > 2*v && !s.excludes(4*v) {
				turned.set(k, deadWindow(&sides[k], met, v, 4*v, outcomes[k], outcomes[1-k]))
			}
		}
		all = append(all, dead)
		if turned.Player.Double != nil || turned.Opponent.Double != nil {
			all = append(all, turned)
		}
		if v < 1<<(st.match.levels-1)*s.Cube {
			all = append(all, liveWindow(&s, met, v, outcomes))
		}
	}
	return all, nil
}

// set sets the window of a side that doubles, and the opponent's take point.
func (w *Windows) set(side int, doubler Window) {
	doubler.Take = w.of(side).Take
	*w.of(side) = doubler
	w.of(1 - side).Take = new(1 - *doubler.Cash)
}

// deadWindow returns the points at which the side on roll in s doubles a cube
// of v if the game is then played to its end for the given stake.
func deadWindow(s *State, met *MET, v, stake int, own, opp *Outcomes) Window {
	var now, then sideLevel
	for k := range 3 {
		now.win[k], now.lose[k] = met.After(s, (k+1)*v), met.After(s, -(k+1)*v)
		then.win[k], then.lose[k] = met.After(s, (k+1)*stake), met.After(s, -(k+1)*stake)
	}
	cash := now.win[0]
	won, lost := own.of(&now.win), opp.of(&now.lose)
	wonMore, lostMore := own.of(&then.win), opp.of(&then.lose)
	return Window{
		Double:  new(share(lost-lostMore, lost-lostMore+wonMore-won)),
		Cash:    new(share(cash-lostMore, wonMore-lostMore)),
		TooGood: new(share(cash-lost, won-lost)),
	}
}

// liveWindow returns the live cash points at a cube of v.
func liveWindow(s *State, met *MET, v int, outcomes [2]*Outcomes) Windows {
	at := *s
	at.Cube = v
	var cash [2]float64
	cash[0], cash[1] = newMatchStakes(&at, met).cashPoints(outcomes[0], outcomes[1])
	w := Windows{Cube: v, After: Live}
	for k := range cash {
		w.set(k, Window{Double: &cash[k], Cash: &cash[k], TooGood: &cash[k]})
	}
	return w
}

// MoneyWindows returns the windows in a money game for games with the given outcomes, by
// Janowski's formulas: with a dead cube and with a live one. There are none if the cube may not be
// doubled, and none with a live cube before the last double.
func MoneyWindows(s *State, own, opp *Outcomes) []Windows {
	all := []Windows{{After: Dead}, {After: Live}}
	all[0].Player, all[1].Player = moneyWindows(s, own, opp)
	all[0].Opponent, all[1].Opponent = moneyWindows(s, opp, own)
	if n := s.doublesLeft(); n >= 0 && n < len(all) {
		return all[:n]
	}
	return all
}

// moneyWindows returns the windows of the side with the outcomes own.
func moneyWindows(s *State, own, opp *Outcomes) (dead, live Window) {
	points := [3]float64{1, 2, 3}
	w, l := own.of(&points), opp.of(&points)
	even, double := l/(w+l), l/(w+l)
	switch {
	case s.Jacoby && s.Beavers:
		double = (l - 0.25) / (w + l - 0.5)
	case s.Jacoby:
		double = (l - 0.5) / (w + l - 1)
	}
	dead = Window{
		Take: new((l - 0.5) / (w + l)), Double: &double, Cash: new((l + 0.5) / (w + l)), TooGood: new((l + 1) / (w + l)),
		Beaver: &even, Raccoon: &even, Redouble: &even,
	}
	all := w + l + 0.5
	cash := (l + 1) / all
	live = Window{
		Take: new((l - 0.5) / all), Double: &cash, Cash: &cash, TooGood: &cash,
		Beaver: new(l / all), Raccoon: new((l + 0.5) / all), Redouble: &cash,
	}
	return dead, live
}
