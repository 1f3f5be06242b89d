package evalbench

import (
	"time"

	"gammonlab/board"
)

// Result is the result of a match. Only Elapsed differs between equal matches.
type Result struct {
	NameA, NameB string
	Variant      board.Variant
	Rules        Rules
	Seed         uint64
	Paired       bool

	Games      int   // games played, or matches if Rules.Length is set
	Unfinished int   // number of Games that were stopped as too long, which score 0
	Plies      int64 // rolls of all games, including those without a legal play
	A, B       Wins

	// With the cube, money games and matches:
	MatchGames int // games of all matches
	Drops      int // games that ended with a dropped double
	Cubes      int // sum of the final cubes of money games

	// PairScores counts pairs by A's points in both games, from -6 to 6: cell i has the
	// pairs with i-6 points, a mean of (i-6)/2 per game. It is empty for unpaired
	// games, and for money games with the cube, where points have no limit.
	PairScores [pairCells]int

	// PairWins counts pairs by A's wins in both games, where a stopped game is half a
	// win: cell i has the pairs with i/2 wins. It is empty for unpaired games.
	PairWins [5]int

	LuckOff bool      // the result has luck-adjusted points, see [Result.Adjusted]
	Judged  bool      // Errors are set
	Errors  [2]Errors // of A and B

	Elapsed time.Duration

	adjusted      Sample // luck-adjusted points of pairs or of unpaired games
	pairs         int
	resumed       int    // number of stored games, which were not played now
	scores, means Sample // points of games, and means of pairs, with the cube
}

// pairCells is the number of cells of [Result].PairScores: means from -3 to 3 points in
// steps of a half.
const pairCells = 13

const pairCellOfZero = pairCells / 2

// Wins counts the games that a side won; as in probabilities, wins include
// gammons and gammons include backgammons.
type Wins struct {
	Wins, Gammons, Backgammons int
}

func (w *Wins) add(points board.Result) {
	if points >= 1 {
		w.Wins++
	}
	if points >= 2 {
		w.Gammons++
	}
	if points >= 3 {
		w.Backgammons++
	}
}

// add adds an item's games.
func (r *Result) add(o *outcome) {
	r.addGame(o.games[0])
	if !r.Paired {
		r.adjusted.Add(o.games[0].Adjusted)
	} else {
		r.adjusted.Add((o.games[0].Adjusted + o.games[1].Adjusted) / 2)
		r.addGame(o.games[1])
		r.pairs++
		sum := o.games[0].Points + o.games[1].Points
		if r.Rules.Cube {
			r.means.Add(float64(sum) / 2)
		} else {
			r.PairScores[pairCellOfZero+sum]++
		}
		r.PairWins[o.games[0].halfWins()+o.games[1].halfWins()]++
	}
}

func (r *Result) addGame(g Game) {
	r.Games++
	r.Plies += int64(g.Plies)
	if g.Points == 0 {
		r.Unfinished++
	}
	r.A.add(g.kind())
	r.B.add(-g.kind())
	r.MatchGames += g.Games
	r.Drops += g.drops
	r.Cubes += g.cube
	for side := range r.Errors {
		r.Errors[side].add(&g.Errors[side])
	}
	if r.Rules.Cube {
		r.scores.Add(float64(g.Points))
	}
}

// Pairs returns the number of pairs played, 0 if games were not paired.
func (r *Result) Pairs() int { return r.pairs }

// PPG returns A's points per game with its interval of 95 %, over the means of pairs if
// games were paired. Its N counts pairs or games accordingly. For matches it is the
// share won less the share lost.
func (r *Result) PPG() Summary {
	s := r.sample()
	return s.Summary()
}

// Adjusted returns A's luck-adjusted points per game with their 95 % interval: the
// expectation is that of [Result.PPG], the interval is narrower. It is meaningless
// unless LuckOff is set.
func (r *Result) Adjusted() Summary { return r.adjusted.Summary() }

// LuckFactor returns the variance of the results divided by the variance of the
// luck-adjusted results: [Result.PPG] needs this many times the games for the interval of
// [Result.Adjusted]. It is NaN if a variance is unknown.
func (r *Result) LuckFactor() float64 {
	s := r.sample()
	return s.Variance() / r.adjusted.Variance()
}

// SD returns the standard deviation, in points, of the mean of a pair, or of a game if
// games are unpaired. It is NaN for fewer than two of them.
func (r *Result) SD() float64 {
	s := r.sample()
	return s.StdDev()
}

// GameSD returns the standard deviation of A's points in one game. GameSD/√2 is the
// standard deviation of a pair's mean without common dice; [Result.SD] is smaller because
// of pairing.
func (r *Result) GameSD() float64 {
	s := r.games()
	return s.StdDev()
}

func (r *Result) sample() Sample {
	switch {
	case !r.Paired:
		return r.games()
	case r.Rules.Cube:
		return r.means
	}
	var s Sample
	for i, n := range r.PairScores {
		s.AddN(float64(i-pairCellOfZero)/2, n)
	}
	return s
}

// games returns the sample of A's points in each game.
func (r *Result) games() Sample {
	if r.Rules.Cube {
		return r.scores
	}
	var s Sample
	r.A.addTo(&s, 1)
	r.B.addTo(&s, -1)
	s.AddN(0, r.Unfinished)
	return s
}

// addTo adds the games won to the sample, with the sign of their points.
func (w *Wins) addTo(s *Sample, sign float64) {
	s.AddN(sign, w.Wins-w.Gammons)
	s.AddN(2*sign, w.Gammons-w.Backgammons)
	s.AddN(3*sign, w.Backgammons)
}

// share returns a count's share of the games played.
func (r *Result) share(count int) float64 {
	if r.Games == 0 {
		return 0
	}
	return float64(count) / float64(r.Games)
}

// PliesPerGame returns the mean length of a game in rolls.
func (r *Result) PliesPerGame() float64 { return float64(r.Plies) / float64(max(r.Games, 1)) }

// GamesPerSecond returns the games per second of all workers together; stored games do
// not count.
func (r *Result) GamesPerSecond() float64 {
	if r.Elapsed <= 0 {
		return 0
	}
	return float64(r.Games-r.resumed) / r.Elapsed.Seconds()
}
