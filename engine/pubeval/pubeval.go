package pubeval

import (
	"context"
	_ "embed" // for the weights
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/features"
)

// Player is Tesauro's public benchmark player (rec.games.backgammon, 1993): a
// linear evaluation of the position after the play with the inputs of
// [features.Pubeval122], with one vector of weights for plays from positions
// with contact and one for races. It always chooses a play that bears off the
// last checker, and the first of equal plays. It ignores gammons and the cube.
//
// Scores are integers and exact: the published weights have five decimals and
// the inputs are multiples of 1/2 or 1/15. The zero value is ready for use, has
// no state and is safe for concurrent use.
type Player struct{}

// NewGame implements [engine.Player]; nothing here is random.
func (Player) NewGame(uint64) {}

// Clone implements [engine.Player].
func (p Player) Clone() engine.Player { return p }

// Choose implements [engine.Player].
func (Player) Choose(_ context.Context, pos *board.Position, _ board.Roll, plays []board.Play) (int, error) {
	t := raceTable()
	if pos.Contact() {
		t = contactTable()
	}
	best, most := 0, int32(math.MinInt32)
	for i := range plays {
		result := &plays[i].Result
		if result.Opp.Rearmost() == board.Off {
			return i, nil
		}
		if score := t.score(result); score > most {
			best, most = i, score
		}
	}
	return best, nil
}

// scoreTable is a vector of weights, summed by place and number of checkers.
// Entries are weight times input, times unit.
type scoreTable struct {
	mover [26][board.MaxCheckers + 1]int32 // of the side that moved, in its numbering
	other [26][board.MaxCheckers + 1]int32 // of the side on roll, in its numbering
}

const (
	weightUnit = 100_000 // weights have five decimals
	inputUnit  = 30      // inputs are multiples of 1/2 or 1/15
	unit       = weightUnit * inputUnit
)

// score returns pubeval's score of the result of a play, times unit; the result
// has the point of view of the side that did not play.
func (t *scoreTable) score(result *board.Position) int32 {
	var sum int32
	for place := range result.Own {
		sum += t.mover[place][result.Opp[place]&15] + t.other[place][result.Own[place]&15]
	}
	return sum
}

//go:embed WT.cntc
var contactText string

//go:embed WT.race
var raceText string

// The tables take a millisecond to compute, so they are computed on first use.
var (
	contactTable = sync.OnceValue(func() *scoreTable { return mustScoreTable(contactText) })
	raceTable    = sync.OnceValue(func() *scoreTable { return mustScoreTable(raceText) })
)

func mustScoreTable(text string) *scoreTable {
	weights, err := parseWeights(text)
	if err != nil {
		panic(err) // the texts are embedded in the program
	}
	return newScoreTable(weights)
}

// parseWeights parses the weights of [features.Pubeval122], one in each line.
func parseWeights(text string) ([]float64, error) {
	var weights []float64
	for _, field := range strings.Fields(text) {
		w, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return nil, fmt.Errorf("weight %d: %w", len(weights)+1, err)
		}
		weights = append(weights, w)
	}
	if want := (features.Pubeval122{}).Len(); len(weights) != want {
		return nil, fmt.Errorf("%d weights, want %d", len(weights), want)
	}
	return weights, nil
}

// newScoreTable computes the score of each number of checkers on each place
// from the inputs of the feature set.
func newScoreTable(weights []float64) *scoreTable {
	t := new(scoreTable)
	for place := range t.mover {
		for n := range t.mover[place] {
			var moved, onRoll board.Position
			moved.Own[place] = uint8(n)
			onRoll.Opp[place] = uint8(n)
			t.mover[place][n] = scaledScore(weights, &moved)
			t.other[place][n] = scaledScore(weights, &onRoll)
		}
	}
	return t
}

// scaledScore returns the score of a position from the point of view of the
// side that moved, times unit.
func scaledScore(weights []float64, moved *board.Position) int32 {
	inputs := make([]float32, features.Pubeval122{}.Len())
	features.Pubeval122{}.Extract(inputs, moved)
	score := 0.0
	for i, w := range weights {
		score += math.Round(w*weightUnit) * math.Round(float64(inputs[i])*inputUnit)
	}
	return int32(score)
}

// maxPrefilter is the maximal number of plays that [Prefilter] returns.
const maxPrefilter = 16

// Prefilter appends to dst the n plays from pos that pubeval ranks best, best first, with
// equals in the order of plays. It appends all plays if there are at most n. n is at most
// [maxPrefilter]. Prefilter is much faster than a net.
func Prefilter(dst []board.Play, pos *board.Position, plays []board.Play, n int) []board.Play {
	if len(plays) <= n {
		return append(dst, plays...)
	}
	t := raceTable()
	if pos.Contact() {
		t = contactTable()
	}
	var best [maxPrefilter]int
	var gains [maxPrefilter]int32
	found := 0
	for i := range plays {
		gain := t.gain(pos, &plays[i])
		switch {
		case found < n:
			found++
		case gain <= gains[n-1]:
			continue
		}
		at := found - 1
		for ; at > 0 && gains[at-1] < gain; at-- {
			best[at], gains[at] = best[at-1], gains[at-1]
		}
		best[at], gains[at] = i, gain
	}
	for _, i := range best[:n] {
		dst = append(dst, plays[i])
	}
	return dst
}

// gain returns the change of the score by a play, computed from the places that
// it touches.
func (t *scoreTable) gain(pos *board.Position, play *board.Play) int32 {
	result := &play.Result
	var sum int32
	var seen uint32
	touch := func(place uint8) {
		if seen>>place&1 == 0 {
			seen |= 1 << place
			sum += t.mover[place][result.Opp[place]&15] - t.mover[place][pos.Own[place]&15]
		}
	}
	for _, step := range play.Steps() {
		touch(step.From)
		touch(step.To)
	}
	if result.Own[board.Bar] == pos.Opp[board.Bar] {
		return sum
	}
	for place := range result.Own { // hits
		sum += t.other[place][result.Own[place]&15] - t.other[place][pos.Opp[place]&15]
	}
	return sum
}
