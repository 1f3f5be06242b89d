package evalbench

// Observer follows a match. Its methods are called by one goroutine at a time. An error
// ends the match; after [workers.ErrEnough] the match ends without an error.
type Observer interface {
	// Item receives each item in order, stored items first, before the item counts in the
	// result. If an observer returns an error, the item does not count.
	Item(*Item) error

	// Progress receives the result so far: after all stored items together, then after each
	// item played. It must not keep or change the result.
	Progress(*Result) error
}

// Item is a pair of games, or one game of an unpaired match. If Rules.Length is set, each
// game is a whole match.
type Item struct {
	Number int
	Stored bool   // played by an earlier run
	Games  []Game // observers must not keep the games

	outcome *outcome
	judged  bool
}

// Points returns A's points in each game.
func (i *Item) Points() []int {
	points := make([]int, len(i.Games))
	for k := range points {
		points[k] = i.Games[k].Points
	}
	return points
}

// Encode returns the item in the format of [Match].Stored.
func (i *Item) Encode() []byte { return appendOutcome(nil, i.outcome, i.judged) }

// OnItem is an observer that calls a function for each item.
type OnItem func(*Item) error

// Item calls the function.
func (f OnItem) Item(i *Item) error { return f(i) }

// Progress does nothing.
func (OnItem) Progress(*Result) error { return nil }

// OnProgress is an observer that calls a function with the result so far.
type OnProgress func(*Result) error

// Item does nothing.
func (OnProgress) Item(*Item) error { return nil }

// Progress calls the function.
func (f OnProgress) Progress(r *Result) error { return f(r) }
