package td

import (
	"gammonlab/internal/runfolder"
	"gammonlab/nets"
)

// Point is a line of metrics.jsonl: the state of a run at the end of a segment. Loss,
// shares and speed are means over the segment.
type Point struct {
	Games           int64      `json:"games"`            // games learned from since the run began
	Positions       int64      `json:"positions"`        // positions learned from since the run began
	Loss            float64    `json:"loss"`             // half the squared errors of the five outputs, mean over positions, whatever the run's loss
	Nets            []NetPoint `json:"nets,omitempty"`   // metrics of each net in training, if there are several
	GammonShare     float64    `json:"gammon_share"`     // share of self-play games, backgammons included
	BackgammonShare float64    `json:"backgammon_share"` // share of self-play games
	Rate            float64    `json:"rate"`
	Lambda          float64    `json:"lambda"`
	GamesPerSecond  float64    `json:"games_per_second"` // depends on the computer; not part of the result

	*Measurement
}

// NetPoint has the metrics of one net in training.
type NetPoint struct {
	Part      nets.Part `json:"part"`
	Positions int64     `json:"positions"` // positions learned from since the run began
	Loss      float64   `json:"loss"`      // as in Point, over the positions that the net learned from in the segment
}

// Measurement is the strength of a model against pubeval, cubeless money play.
type Measurement struct {
	Bench   int     `json:"bench_games"`
	PPG     float64 `json:"pubeval_ppg"`     // points per game
	PPGLow  float64 `json:"pubeval_ppg_low"` // its 95% interval
	PPGHigh float64 `json:"pubeval_ppg_high"`
}

// Metrics reads the run's metrics. A last line that was cut off is left out.
func (f *Folder) Metrics() ([]Point, error) { return runfolder.Metrics[Point](f.files.Folder) }

// dropMetricsAfter removes the lines of later games. It returns an error if a line of earlier
// segments is missing.
func (f *Folder) dropMetricsAfter(games int64) error {
	segment := f.doc.Config.Checkpoint
	return runfolder.KeepMetrics(f.files.Folder, (games+segment-1)/segment, func(p *Point) bool { return p.Games <= games })
}
