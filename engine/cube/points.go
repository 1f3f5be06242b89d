package cube

// Window has the cube action points of a side, as its own winning chances.
type Window struct {
	Take    float64 // from here on the side takes the opponent's double
	Double  float64 // from here on a double is better than no double
	Cash    float64 // from here on the opponent passes
	TooGood float64 // from here on playing on is better than cashing
}

// Assumption is the assumption about the cube after a take in [MatchWindow] and
// [MoneyWindow].
type Assumption uint8

// The assumptions.
const (
	Dead      Assumption = iota // no redouble
	Redoubled                   // the taker redoubles at once, because the cube is dead for the opponent
	Live                        // both sides redouble at exactly the right moment
)

// String returns the name: dead, redoubled or live.
func (a Assumption) String() string { return [...]string{"dead", "redoubled", "live"}[a] }

// MatchWindow has the windows at a value of the cube.
type MatchWindow struct {
	Cube       int // value before the double
	Assumption Assumption
	Doubles    [2]bool   // sides that may double this cube, the player on roll first
	Sides      [2]Window // a side that may not double has only Take; if the opponent may not double, Take is not set
}

// MatchWindows returns the windows in a match at the present cube and at all
// higher ones that a side could double, independent of the owner of the present
// one, for games with the given outcomes of the sides. In the Crawford game
// there are none.
func MatchWindows(s State, met *MET, own, opp Outcomes) ([]MatchWindow, error) {
	st, err := Prepare(s, met)
	if err != nil {
		return nil, err
	}
	if !s.IsMatch() || s.Crawford {
		return nil, nil
	}
	sides, outcomes := [2]State{s, s.Swap()}, [2]*Outcomes{&own, &opp}
	var all []MatchWindow
	for v := s.Cube; v < s.OwnAway || v < s.OppAway; v *= 2 {
		dead := MatchWindow{Cube: v, Assumption: Dead, Doubles: [2]bool{v < s.OwnAway, v < s.OppAway}}
		turned := dead
		turned.Assumption, turned.Doubles = Redoubled, [2]bool{}
		for k := range sides {
			if !dead.Doubles[k] {
				continue
			}
			dead.set(k, deadWindow(&sides[k], met, v, 2*v, outcomes[k], outcomes[1-k]))
			if sides[k].OwnAway <= 2*v && sides[k].OppAway > 2*v {
				turned.Doubles[k] = true
				turned.set(k, deadWindow(&sides[k], met, v, 4*v, outcomes[k], outcomes[1-k]))
			}
		}
		all = append(all, dead)
		if turned.Doubles != [2]bool{} {
			all = append(all, turned)
		}
		if v < 1<<(st.match.levels-1)*s.Cube {
			all = append(all, liveWindow(&s, met, v, outcomes))
		}
	}
	return all, nil
}

// set sets the window of a side that doubles, and the opponent's take point.
func (w *MatchWindow) set(side int, doubler Window) {
	take := w.Sides[side].Take
	w.Sides[side] = doubler
	w.Sides[side].Take = take
	w.Sides[1-side].Take = 1 - doubler.Cash
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
		Double:  share(lost-lostMore, lost-lostMore+wonMore-won),
		Cash:    share(cash-lostMore, wonMore-lostMore),
		TooGood: share(cash-lost, won-lost),
	}
}

// liveWindow returns the live cash points at a cube of v.
func liveWindow(s *State, met *MET, v int, outcomes [2]*Outcomes) MatchWindow {
	at := *s
	at.Cube = v
	var cash [2]float64
	cash[0], cash[1] = newMatchStakes(&at, met).cashPoints(outcomes[0], outcomes[1])
	w := MatchWindow{Cube: v, Assumption: Live, Doubles: [2]bool{true, true}}
	for k := range cash {
		w.set(k, Window{Double: cash[k], Cash: cash[k], TooGood: cash[k]})
	}
	return w
}

// MoneyWindow has the cube action points of a side in a money game, by
// Janowski's formulas. Double is that of a centred cube.
type MoneyWindow struct {
	Window
	Beaver   float64 // from here on the side beavers
	Raccoon  float64 // from here on it redoubles after a beaver
	Redouble float64 // from here on it redoubles
}

// MoneyWindows returns the windows of the side with the outcomes own, with a
// dead cube and with a live one.
func MoneyWindows(s *State, own, opp *Outcomes) (dead, live MoneyWindow) {
	points := [3]float64{1, 2, 3}
	w, l := own.of(&points), opp.of(&points)
	dead = MoneyWindow{
		Window: Window{Take: (l - 0.5) / (w + l), Double: l / (w + l), Cash: (l + 0.5) / (w + l), TooGood: (l + 1) / (w + l)},
		Beaver: l / (w + l), Raccoon: l / (w + l), Redouble: l / (w + l),
	}
	switch {
	case s.Jacoby && s.Beavers:
		dead.Double = (l - 0.25) / (w + l - 0.5)
	case s.Jacoby:
		dead.Double = (l - 0.5) / (w + l - 1)
	}
	all := w + l + 0.5
	cash := (l + 1) / all
	live = MoneyWindow{
		Window: Window{Take: (l - 0.5) / all, Double: cash, Cash: cash, TooGood: cash},
		Beaver: l / all, Raccoon: (l + 0.5) / all, Redouble: cash,
	}
	return dead, live
}
