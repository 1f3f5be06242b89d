package analysis

import (
	"gammonlab/board"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// Statistics are those of both players, by player, in a game or in all of a
// record.
type Statistics [2]PlayerStatistics

// PlayerStatistics say how a player did.
type PlayerStatistics struct {
	// Judge says that the player is taken to be the judge, see [IsJudge]: the
	// errors of 0 say nothing.
	Judge bool `json:"is_judge"`

	Plays   PlayStatistics `json:"plays"`
	Cube    CubeStatistics `json:"cube"`
	Luck    LuckStatistics `json:"luck"`
	Overall Overall        `json:"overall"`
}

// PlayStatistics are about checker play.
type PlayStatistics struct {
	Total    int           `json:"total"`    // rolls, those that could not be played too
	Unforced int           `json:"unforced"` // with more than one legal play
	Marks    [numMarks]int `json:"marks"`    // of all: unmarked, doubtful, bad, very bad
	Error    Amount        `json:"error"`
	Rate     *Amount       `json:"rate"` // for each unforced play, nil without any
	Rating   string        `json:"rating"`

	// Deviation is the standard deviation of the errors of unforced plays, in
	// normalised equity, nil of fewer than two.
	Deviation *float64 `json:"deviation"`
	squares   float64  // sum of the squares of these errors
}

// Count is how often a fault occurred and what it cost.
type Count struct {
	Count int    `json:"count"`
	Error Amount `json:"error"`
}

// CubeStatistics are about cube decisions.
type CubeStatistics struct {
	Total         int     `json:"total"`           // decisions to double or not, to take or to pass
	CloseOrActual int     `json:"close_or_actual"` // but for decisions not to double that are not close
	Doubles       int     `json:"doubles"`
	Takes         int     `json:"takes"`
	Passes        int     `json:"passes"`
	MissedDouble  Count   `json:"missed_double_below_cash_point"`
	MissedCash    Count   `json:"missed_double_above_cash_point"`
	EarlyDouble   Count   `json:"wrong_double_below_double_point"`
	LostGammon    Count   `json:"wrong_double_above_too_good_point"`
	WrongTake     Count   `json:"wrong_take"`
	WrongPass     Count   `json:"wrong_pass"`
	Error         Amount  `json:"error"`
	Rate          *Amount `json:"rate"` // for each close or actual decision, nil without any
	Rating        string  `json:"rating"`

	// Deviation is that of close or actual decisions, as of plays.
	Deviation *float64 `json:"deviation"`
	squares   float64
}

// LuckStatistics are about rolls.
type LuckStatistics struct {
	Marks  [numLuckMarks]int `json:"marks"` // very lucky, lucky, ordinary, unlucky, very unlucky
	Total  Amount            `json:"total"`
	Rate   *Amount           `json:"rate"` // for each roll, nil without any
	Rating string            `json:"rating"`
}

// Overall sums a player up.
type Overall struct {
	Error  Amount  `json:"error"`
	Rate   *Amount `json:"rate"` // for each unforced play and close or actual cube decision
	Rating string  `json:"rating"`

	// Snowie is Snowie's error rate: the error in normalised equity for each
	// roll of either player. Nil without any.
	Snowie *float64 `json:"snowie_rate"`

	// Result is what was won, less what was lost, in finished games: points, or
	// the change of the chance to win the match. LuckAdjusted is the same less the
	// player's luck and plus the opponent's. Nil if no game was finished.
	Result       *float64 `json:"result"`
	LuckAdjusted *float64 `json:"luck_adjusted_result"`

	// In a match: the rating that such errors stand for, with its two losses, by
	// the coefficients of GNU Backgammon's manual and by those of our own study,
	// and how much better than the opponent the luck adjusted result is, nil where
	// that is no chance to win between 0 and 1. All come from package rating, which
	// has the formulas, and are nil before.
	FIBS      *FIBS    `json:"fibs"`
	StudyFIBS *FIBS    `json:"fibs_by_study"`
	LuckFIBS  *float64 `json:"luck_based_fibs_difference"`

	// In a money session of two or more finished games: points a game.
	Points             *Advantage `json:"points_per_game"`
	LuckAdjustedPoints *Advantage `json:"luck_adjusted_points_per_game"`
}

// FIBS is an absolute rating on the scale of the First Internet Backgammon
// Server with the half width of its 95% interval. A loss is nil if there was
// nothing to decide, rating and interval if there was nothing at all.
type FIBS struct {
	Rating   *float64 `json:"rating"`
	Interval *float64 `json:"interval95"`
	PlayLoss *float64 `json:"play_loss"`
	CubeLoss *float64 `json:"cube_loss"`
}

// Advantage is a mean over games with the half width of its 95% interval.
type Advantage struct {
	Mean     float64 `json:"mean"`
	Interval float64 `json:"interval95"`
}

// count computes the statistics of all games and of each.
func (r *Report) count(met *cube.MET) {
	var before, adjusted []float64 // results of finished games for player O
	for i := range r.Games {
		g := &r.Games[i]
		g.Statistics.addDecisions(g.Decisions)
		if result, ok := g.result(r.Length, met); ok {
			g.Statistics.setResult(result)
			before = append(before, result)
			adjusted = append(adjusted, *g.Statistics[board.PlayerO].Overall.LuckAdjusted)
		}
		r.Statistics.add(&g.Statistics)
		g.Statistics.finish()
	}
	if len(before) > 0 {
		for p := range r.Statistics {
			o := &r.Statistics[p].Overall
			o.Result, o.LuckAdjusted = signedSum(before, p), signedSum(adjusted, p)
			if r.Length == 0 && len(before) > 1 {
				o.Points, o.LuckAdjustedPoints = advantage(before, p), advantage(adjusted, p)
			}
		}
	}
	r.Statistics.finish()
	r.findJudges()
}

// findJudges marks the players who are the judge.
func (r *Report) findJudges() {
	for p := range r.Statistics {
		s := &r.Statistics[p]
		s.Judge = IsJudge(s.Plays.Unforced+s.Cube.CloseOrActual, s.Overall.Error.Equity)
		for i := range r.Games {
			r.Games[i].Statistics[p].Judge = s.Judge
		}
	}
}

// addDecisions counts decisions.
func (s *Statistics) addDecisions(all []*Decision) {
	for _, d := range all {
		p := &s[d.Player]
		if d.Kind == Play {
			p.addPlay(d)
		} else {
			p.Cube.add(d)
		}
	}
}

func (p *PlayerStatistics) addPlay(d *Decision) {
	p.Plays.Total++
	p.Plays.Marks[d.Mark]++
	if d.Moves != nil && !d.Moves.forced() {
		p.Plays.Unforced++
		p.Plays.Error = p.Plays.Error.Plus(d.Error)
		p.Plays.squares += d.Error.Equity * d.Error.Equity
	}
	p.Luck.Marks[d.Luck.Mark]++
	p.Luck.Total = p.Luck.Total.Plus(d.Luck.Amount)
}

func (c *CubeStatistics) add(d *Decision) {
	c.Total++
	turned := d.Cube.DoubledOrTaken
	switch {
	case d.Kind == Answer && turned:
		c.Takes++
	case d.Kind == Answer:
		c.Passes++
	case turned:
		c.Doubles++
	}
	if d.Kind == Answer || turned || d.Cube.Close {
		c.CloseOrActual++
	}
	c.Error = c.Error.Plus(d.Error)
	c.squares += d.Error.Equity * d.Error.Equity
	if n := c.counts()[d.Cube.Fault]; n != nil {
		n.Count++
		n.Error = n.Error.Plus(d.Error)
	}
}

// counts returns the counts of faults.
func (c *CubeStatistics) counts() map[advice.Fault]*Count {
	return map[advice.Fault]*Count{
		advice.MissedDouble: &c.MissedDouble, advice.MissedCash: &c.MissedCash, advice.WrongDouble: &c.EarlyDouble,
		advice.LostGammon: &c.LostGammon, advice.WrongTake: &c.WrongTake, advice.WrongPass: &c.WrongPass,
	}
}

// add adds the counts of a game to those of all.
func (s *Statistics) add(game *Statistics) {
	for p := range s {
		s[p].add(&game[p])
	}
}

func (p *PlayerStatistics) add(game *PlayerStatistics) {
	p.Plays.Total += game.Plays.Total
	p.Plays.Unforced += game.Plays.Unforced
	p.Plays.Error = p.Plays.Error.Plus(game.Plays.Error)
	p.Plays.squares += game.Plays.squares
	for i, n := range game.Plays.Marks {
		p.Plays.Marks[i] += n
	}
	p.Luck.Total = p.Luck.Total.Plus(game.Luck.Total)
	for i, n := range game.Luck.Marks {
		p.Luck.Marks[i] += n
	}
	p.Cube.Total += game.Cube.Total
	p.Cube.CloseOrActual += game.Cube.CloseOrActual
	p.Cube.Doubles += game.Cube.Doubles
	p.Cube.Takes += game.Cube.Takes
	p.Cube.Passes += game.Cube.Passes
	p.Cube.Error = p.Cube.Error.Plus(game.Cube.Error)
	p.Cube.squares += game.Cube.squares
	counts := game.Cube.counts()
	for f, all := range p.Cube.counts() {
		one := counts[f]
		all.Count += one.Count
		all.Error = all.Error.Plus(one.Error)
	}
}

// result returns the result of a finished game for player O.
func (g *Game) result(length int, met *cube.MET) (float64, bool) {
	if g.Winner == board.Nobody || g.Problem != "" {
		return 0, false
	}
	points := g.Points
	if g.Winner == board.PlayerX {
		points = -points
	}
	if length == 0 {
		return float64(points), true
	}
	state := cube.Match(length, g.Score[board.PlayerO], g.Score[board.PlayerX], g.Crawford)
	if state.Validate() != nil {
		return 0, false
	}
	return met.After(&state, points) - between(met, &state), true
}

// between returns the chance of the player on roll to win the match, before the
// game.
func between(met *cube.MET, s *cube.State) float64 {
	switch {
	case !s.PostCrawford():
		return met.PreCrawford(s.Roller, s.OwnAway, s.OppAway)
	case s.OwnAway == 1:
		return 1 - met.PostCrawford(s.Roller.Opponent(), s.OppAway)
	}
	return met.PostCrawford(s.Roller, s.OwnAway)
}

// setResult sets the result of a game, given for player O.
func (s *Statistics) setResult(result float64) {
	adjusted := result - s[board.PlayerO].Luck.Total.Cost + s[board.PlayerX].Luck.Total.Cost
	for p := range s {
		s[p].Overall.Result = signedSum([]float64{result}, p)
		s[p].Overall.LuckAdjusted = signedSum([]float64{adjusted}, p)
	}
}

// signedSum adds up results of player O as player p sees them.
func signedSum(results []float64, p int) *float64 {
	sum := 0.0
	for _, r := range results {
		sum += r
	}
	if board.Player(p) == board.PlayerX {
		sum = -sum
	}
	return &sum
}
