package features

import "gammonlab/board"

// CubeStakes is the set of the inputs that a net of cube efficiencies gets beside those of
// the position: the probabilities of the position and the stakes. Package cube sets them. A
// position alone does not determine them, so extraction gives zeros. [Lookup] finds the set,
// but [Sets] does not list it.
type CubeStakes struct{}

// Indexes of the inputs of [CubeStakes].
const (
	StakesChances = 0  // the five probabilities of the player on roll, before the roll
	StakesTake    = 5  // take point of the player on roll with a live cube
	StakesCash    = 6  // cash point with a live cube
	StakesPlace   = 7  // place of the winning chance between the two
	StakesPrices  = 8  // prices of gammons and backgammons, won and lost
	StakesOwnLast = 12 // a double of the player on roll is the last that helps this side
	StakesOppLast = 13 // the same of the opponent
	StakesMatch   = 14 // 1 in a match
	stakesLen     = 15
)

// Name implements [Set].
func (CubeStakes) Name() string { return "cube-stakes" }

// Version implements [Set].
func (CubeStakes) Version() int { return 1 }

// Len implements [Set].
func (CubeStakes) Len() int { return stakesLen }

// Extract implements [Set]: it sets all inputs to zero.
func (CubeStakes) Extract(dst []float32, _ *board.Position) { clear(dst[:stakesLen]) }

// ExtractSparse implements [Set]: there is no input that is not zero.
func (CubeStakes) ExtractSparse([]int32, []float32, *board.Position) int { return 0 }

// Inputs implements [Set].
func (CubeStakes) Inputs() []Input {
	const chances, window, prices, last = "cube.chances", "cube.window", "cube.prices", "cube.last"
	return []Input{
		{"cube.win", chances, "probability that the player on roll wins"},
		{"cube.win-gammon", chances, "probability to win a gammon or more"},
		{"cube.win-backgammon", chances, "probability to win a backgammon"},
		{"cube.lose-gammon", chances, "probability to lose a gammon or more"},
		{"cube.lose-backgammon", chances, "probability to lose a backgammon"},
		{"cube.take", window, "winning chance below which the opponent cashes, with a live cube"},
		{"cube.cash", window, "winning chance from which the player on roll cashes, with a live cube"},
		{"cube.place", window, "(win - take)/(cash - take), from -1 to 2"},
		{"cube.win-gammon-price", prices, "half the price of a gammon won: its gammon value, at most 3"},
		{"cube.win-backgammon-price", prices, "half the price of a backgammon won beyond a gammon, at most 3"},
		{"cube.lose-gammon-price", prices, "half the price of a gammon lost, at most 3"},
		{"cube.lose-backgammon-price", prices, "half the price of a backgammon lost beyond a gammon, at most 3"},
		{"cube.own-last", last, "1 if the player on roll needs at most twice the cube to win the match"},
		{"cube.opp-last", last, "1 if the opponent needs at most twice the cube to win the match"},
		{"cube.match", last, "1 in a match, 0 in a money game"},
	}
}
