package engine

// Measurement is the strength of a model against an opponent, in cubeless money games. It has the
// same fields in the metrics of all kinds of runs.
type Measurement struct {
	Opponent string  `json:"opponent"`                  // what the player is called
	Digest   string  `json:"opponent_digest,omitempty"` // of its net, if it has one
	Bench    int     `json:"bench_games"`
	PPG      float64 `json:"strength" short:"ppg" unit:"points" better:"higher" table:"true" meaning:"points per game against the opponent of measurements"`
	PPGLow   float64 `json:"strength_low"` // its 95% interval
	PPGHigh  float64 `json:"strength_high"`
}
