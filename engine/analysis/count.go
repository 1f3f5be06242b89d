package analysis

import (
	"math"

	"gammonlab/board"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// count computes the statistics of the record and of each game.
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
	r.ByRecord = r.byRecord()
	if r.Length > 0 {
		r.Statistics.compare()
		for i := range r.Games {
			r.Games[i].Statistics.compare()
		}
	}
}

// compare sets the chances of both players against each other by their errors.
func (s *Statistics) compare() {
	ahead := s[1].Overall.Error.Cost - s[0].Overall.Error.Cost
	if s[0].Judge || s[1].Judge || math.Abs(ahead) > 0.5 {
		return
	}
	for p, sign := range [2]float64{1, -1} {
		chance := 0.5 + sign*ahead
		s[p].Overall.AgainstOpponent = &chance
	}
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
		if d.Open {
			continue
		}
		p := &s[d.Player]
		if d.Kind == Play {
			p.addPlay(d)
		} else {
			p.Cube.add(d)
		}
		p.XG.add(d)
	}
}

func (p *PlayerStatistics) addPlay(d *Decision) {
	p.Plays.Total++
	p.Plays.Marks[d.Mark]++
	if d.Played != nil && !d.forced() {
		p.Plays.Unforced++
		p.Plays.Error = p.Plays.Error.Plus(d.Error)
		p.Plays.squares += d.Error.Equity * d.Error.Equity
	}
	p.Luck.Marks[d.Luck.Mark]++
	p.Luck.Total = p.Luck.Total.Plus(d.Luck.Amount)
}

func (c *CubeStatistics) add(d *Decision) {
	c.Total++
	turned := d.DoubledOrTaken
	switch {
	case d.Kind == Answer && turned:
		c.Takes++
	case d.Kind == Answer:
		c.Passes++
	case turned:
		c.Doubles++
	}
	if d.Kind == Answer || turned || d.Close {
		c.CloseOrActual++
	}
	c.Error = c.Error.Plus(d.Error)
	c.squares += d.Error.Equity * d.Error.Equity
	fault := d.Fault
	if fault == advice.WrongBeaver { // as in GNU Backgammon
		fault = advice.WrongTake
	}
	if n := c.counts()[fault]; n != nil {
		n.Count++
		n.Error = n.Error.Plus(d.Error)
	}
}

// counts returns the counts by fault.
func (c *CubeStatistics) counts() map[advice.Fault]*Count {
	return map[advice.Fault]*Count{
		advice.MissedDouble: &c.MissedDouble, advice.MissedCash: &c.MissedCash, advice.WrongDouble: &c.EarlyDouble,
		advice.LostGammon: &c.LostGammon, advice.WrongTake: &c.WrongTake, advice.WrongPass: &c.WrongPass,
	}
}

// add adds the counts of a game to those of the record.
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
	p.XG.Decisions += game.XG.Decisions
	p.XG.Error = p.XG.Error.Plus(game.XG.Error)
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

// between returns the match-winning chance of the player on roll before the
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

// signedSum returns the sum of results of player O from player p's point of
// view.
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
