package fit

// Report has the results of a study of ratings and error rates for tables and figures.
type Report struct {
	Method     Method  `json:"method"`
	Part       Part    `json:"part"`
	Bootstrap  int     `json:"bootstrap"`
	Confidence float64 `json:"confidence"`
	Seed       uint64  `json:"seed"`
	Matches    int     `json:"matches" unit:"matches" meaning:"matches of the study"`

	Points   []Point  `json:"points"`   // by pair, then length
	Linear   *Model   `json:"linear"`   // R = a(N)·DEPD
	Bilinear *Model   `json:"bilinear"` // R = a2(N)·EPM + b(N)·EPC; nil if the matches do not determine it
	HeldOut  *HeldOut `json:"held_out"` // nil without a bilinear model
	Notes    []string `json:"notes"`    // results that were left out, with the reasons

	Caption string `json:"-"` // of figures, see [Study.Caption]
}

// Estimate is a number with its standard error and interval by bootstrap.
type Estimate struct {
	Value  float64 `json:"value"`
	StdErr float64 `json:"standard_error"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`

	// Manual is the manual's value, nil if there is none. Deviation is Value less Manual
	// in standard errors; nil without Manual or if the standard error is 0. The manual
	// has no standard errors.
	Manual    *float64 `json:"manual"`
	Deviation *float64 `json:"deviation"`
}

// Noise has the standard deviations of a player's evaluation errors.
type Noise struct {
	Checker float64 `json:"checker"`
	Cube    float64 `json:"cube"`
}

// Rates are the mean costs of a player's decisions, in normalised equity.
type Rates struct {
	Decision float64 `json:"per_decision"` // plays and cube decisions together
	Play     float64 `json:"per_play"`     // per unforced play
	Cube     float64 `json:"per_cube"`     // per close or actual cube decision; 0 if there was none
}

// Point has the results of a pair of players at a length.
type Point struct {
	Pair    int    `json:"pair"` // the pair's number in the study, from 0
	PlayerA string `json:"player_a"`
	PlayerB string `json:"player_b"`
	A       Noise  `json:"noise_a"`
	B       Noise  `json:"noise_b"`
	Length  int    `json:"length"`
	Matches int    `json:"matches"`

	Chance    float64 `json:"chance"` // A's mean luck-adjusted result
	ChanceErr float64 `json:"chance_standard_error"`
	Won       float64 `json:"won"` // share of matches that A won

	R    float64  `json:"rating_difference"` // from Chance
	RErr float64  `json:"rating_standard_error"`
	RawR *float64 `json:"raw_rating_difference"` // from Won; nil if A won all or none

	RatesA Rates   `json:"rates_a"`
	RatesB Rates   `json:"rates_b"`
	DEPD   float64 `json:"depd"`
	EPM    float64 `json:"epm"` // difference of checker errors per unforced play
	EPC    float64 `json:"epc"` // difference of cube errors per close or actual decision

	// LinearResidual and BilinearResidual are R less the prediction of the model at this
	// length; nil if the model is not fitted to the point.
	LinearResidual   *float64 `json:"linear_residual"`
	BilinearResidual *float64 `json:"bilinear_residual"`
}

// Equal reports whether each player has the same noise in checker play and cube
// decisions. Players without noise do.
func (p *Point) Equal() bool { return p.A.Checker == p.A.Cube && p.B.Checker == p.B.Cube }

// Model describes R as a sum of coefficients times predictors, which are differences of
// error rates. There is no constant term, because equal players have equal ratings.
type Model struct {
	Predictors []string    `json:"predictors"` // DEPD, or EPM and EPC
	Lengths    []LengthFit `json:"lengths"`    // in ascending order

	// How the coefficient of each predictor depends on the length: fitted with
	// weights 1/variance by bootstrap, with equal ones, and as the manual does,
	// by a line through N times the coefficient, so that long matches count most.
	// Empty with fewer than two lengths.
	Trends     []Trend `json:"trends"`
	Unweighted []Trend `json:"trends_unweighted"`
	AsManual   []Trend `json:"trends_as_manual"`

	// Covariance is the bootstrap covariance of the constants and inverses of Trends, in
	// the order of predictors: constant, inverse, constant, inverse.
	Covariance [][]float64 `json:"covariance"`
}

// LengthFit is a model at one length.
type LengthFit struct {
	Length       int        `json:"length"`
	Points       int        `json:"points"`
	Matches      int        `json:"matches"`
	Coefficients []Estimate `json:"coefficients"` // by predictor, rating points per unit of equity
	Raw          []float64  `json:"raw"`          // the coefficients from matches won, not luck-adjusted; empty if undetermined

	// Covariance is the bootstrap covariance of the coefficients, nil if it is unknown.
	Covariance [][]float64 `json:"covariance"`

	R2        float64 `json:"r2"`                                                                                             // 1 - Σresidual²/Σ(R - mean of R)²; 0 if all R are the same
	RMS       float64 `json:"rms" unit:"rating points" better:"lower" meaning:"root mean square residual of the last length"` // root mean square residual, rating points
	ChiSquare float64 `json:"chi_square"`                                                                                     // Σ(residual/standard error of R)²
	P         float64 `json:"p"`                                                                                              // probability of this χ² or a greater one if the model is right
	Condition float64 `json:"condition"`                                                                                      // condition number of the columns of predictors, scaled to length 1

	Level *Level `json:"level"` // for the linear model; nil if the points do not determine it
}

// Level tests whether R depends on more than the difference of errors, by two
// additional terms:
//
//	R = a·DEPD + Curvature·DEPD·|DEPD| + Level·DEPD·2·(the lesser of both rates)
//
// If Curvature is not 0, R is not linear in the difference. If Level is not 0, the
// difference has another effect between players who both err. If Curvature equals Level,
// the two terms together are the difference times the sum of both rates. Such a product
// alone could not separate the two effects: against players who never err, the opponent's
// rate is the difference.
type Level struct {
	Curvature  Estimate `json:"curvature"`
	Level      Estimate `json:"level"`
	PCurvature float64  `json:"p_curvature"` // two-sided probability of a value this many standard errors from 0
	PLevel     float64  `json:"p_level"`
	F          float64  `json:"f"`   // F statistic of adding both terms, with 2 and points-3 degrees of freedom
	PF         float64  `json:"p_f"` // probability of F or more if both coefficients are 0
}

// Trend is a coefficient as a function of the match length N: Constant +
// Inverse/N.
type Trend struct {
	Constant Estimate     `json:"constant"`
	Inverse  Estimate     `json:"inverse"`
	R2       float64      `json:"r2"`
	Curve    []CurvePoint `json:"curve"` // for lengths from 1 to the longest
}

// CurvePoint is a trend at a length, with its interval.
type CurvePoint struct {
	Length int     `json:"length"`
	Value  float64 `json:"value"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

// HeldOut has the errors of models on held-out matches: matches are split by odd and
// even numbers, and models fitted to one half predict the other from its error rates.
type HeldOut struct {
	Points  int      `json:"points"`                                                                                                                   // number of points predicted, over both halves
	Noise   float64  `json:"noise"`                                                                                                                    // root mean square of the standard errors of the predicted R
	Scores  []Score  `json:"scores"`                                                                                                                   // first the linear model, then the bilinear model, then the others
	Factor  Estimate `json:"factor" better:"higher" meaning:"prediction error of the linear model over that of the bilinear one, on matches held out"` // RMS of the linear model divided by that of the bilinear model
	Lengths []Factor `json:"factor_by_length"`                                                                                                         // in ascending order
}

// Score has the prediction errors of a model.
type Score struct {
	Model   string  `json:"model"`
	RMS     float64 `json:"rms"`      // of R less its prediction, rating points
	LogLoss float64 `json:"log_loss"` // mean over the matches, of the predicted winning chance of A
	Squared float64 `json:"squared"`  // mean squared error of the same chance
}

// Factor is the RMS of the linear model divided by that of the bilinear model, at one
// length.
type Factor struct {
	Length   int     `json:"length"`
	Linear   float64 `json:"linear_rms"`
	Bilinear float64 `json:"bilinear_rms"`
	Factor   float64 `json:"factor"`
}
