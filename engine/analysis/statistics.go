package analysis

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
	XG      XGStatistics   `json:"xg"`
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

	// PR is [XGRate], nil without a decision that counts.
	PR *float64 `json:"xg_pr"`

	// Snowie is a thousandth of [SnowieRate]: the error in normalised equity for
	// each roll of either player. Nil without any.
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
