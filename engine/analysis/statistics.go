package analysis

// Statistics are the statistics of both players, by player, in a game or in a
// record.
type Statistics [2]PlayerStatistics

// PlayerStatistics are the statistics of a player.
type PlayerStatistics struct {
	// Judge is set if the player counts as the judge, see [IsJudge]; the errors of
	// 0 then have no meaning.
	Judge bool `json:"is_judge"`

	Plays   PlayStatistics `json:"plays"`
	Cube    CubeStatistics `json:"cube"`
	XG      XGStatistics   `json:"xg"`
	Luck    LuckStatistics `json:"luck"`
	Overall Overall        `json:"overall"`
}

// PlayStatistics are the statistics of checker play.
type PlayStatistics struct {
	Total    int           `json:"total"`    // rolls, including those that could not be played
	Unforced int           `json:"unforced"` // with more than one legal play
	Marks    [numMarks]int `json:"marks"`    // of all: unmarked, doubtful, bad, very bad
	Error    Amount        `json:"error"`
	Rate     *Amount       `json:"rate"` // for each unforced play, nil if there is none
	Rating   string        `json:"rating"`

	// Deviation is the standard deviation of the errors of unforced plays, in
	// normalised equity, nil for fewer than two.
	Deviation *float64 `json:"deviation"`
	squares   float64  // sum of the squares of these errors
}

// Count is the number and the cost of the faults of a kind.
type Count struct {
	Count int    `json:"count"`
	Error Amount `json:"error"`
}

// CubeStatistics are the statistics of cube decisions.
type CubeStatistics struct {
	Total         int     `json:"total"`           // decisions to double or not, to take or to pass
	CloseOrActual int     `json:"close_or_actual"` // all except decisions not to double that are not close
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
	Rate          *Amount `json:"rate"` // for each close or actual decision, nil if there is none
	Rating        string  `json:"rating"`

	// Deviation is the standard deviation of the errors of close or actual
	// decisions, as for plays.
	Deviation *float64 `json:"deviation"`
	squares   float64
}

// LuckStatistics are the statistics of the luck of rolls.
type LuckStatistics struct {
	Marks  [numLuckMarks]int `json:"marks"` // very lucky, lucky, ordinary, unlucky, very unlucky
	Total  Amount            `json:"total"`
	Rate   *Amount           `json:"rate"` // for each roll, nil if there is none
	Rating string            `json:"rating"`
}

// Overall has a player's totals.
type Overall struct {
	Error  Amount  `json:"error"`
	Rate   *Amount `json:"rate"` // for each unforced play and close or actual cube decision
	Rating string  `json:"rating"`

	// PR is [XGRate], nil if no decision counts.
	PR *float64 `json:"xg_pr" short:"pr" unit:"PR" better:"lower" table:"true" meaning:"performance rating of the last player, as XG computes it"`

	// Snowie is a thousandth of [SnowieRate]: the error in normalised equity for
	// each roll of either player, nil if there are no rolls.
	Snowie *float64 `json:"snowie_rate" short:"snowie" unit:"mEq" better:"lower" meaning:"error rate of the last player, as Snowie computes it"`

	// Result is the result of the finished games: points, or the change of the
	// match-winning chance. LuckAdjusted is the result minus the player's luck plus
	// the opponent's. Both are nil if no game was finished.
	Result       *float64 `json:"result"`
	LuckAdjusted *float64 `json:"luck_adjusted_result"`

	// AgainstOpponent is, in a match, the chance to win it against this opponent by the errors
	// of both: a half less the player's errors plus the opponent's. It is nil beyond 0 and 1,
	// and if one of them is the judge. The analysing program favours players like itself
	// (GNU Backgammon's manual).
	AgainstOpponent *float64 `json:"mwc_against_opponent"`

	// In a match: the rating that corresponds to these errors, with its two losses, by
	// the coefficients of GNU Backgammon's manual and by those of this project's study;
	// and the advantage over the opponent by the luck-adjusted result, nil if that result
	// is not a probability between 0 and 1. Package rating/matches sets these fields;
	// analysis leaves them nil.
	FIBS      *FIBS    `json:"fibs"`
	StudyFIBS *FIBS    `json:"fibs_by_study"`
	LuckFIBS  *float64 `json:"luck_based_fibs_difference"`

	// In a money session of two or more finished games: points per game.
	Points             *Advantage `json:"ppg"`
	LuckAdjustedPoints *Advantage `json:"luck_adjusted_ppg"`
}

// FIBS is an absolute rating on the scale of the First Internet Backgammon
// Server with the half width of its 95% interval. A loss is nil without
// decisions of its kind, rating and interval without any decisions.
type FIBS struct {
	Rating   *float64 `json:"rating"`     // null far beyond the study
	Interval *float64 `json:"interval95"` // half of the interval's width, null if unknown
	PlayLoss *float64 `json:"play_loss"`  // null if unknown
	CubeLoss *float64 `json:"cube_loss"`
}

// Advantage is a mean over games with the half width of its 95% interval.
type Advantage struct {
	Mean     float64 `json:"mean"`
	Interval float64 `json:"interval95"`
}
