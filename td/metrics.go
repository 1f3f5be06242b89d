package td

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gammonlab/internal/atomicfile"
)

// Point is a line of metrics.jsonl: where a run stands at the end of a segment.
// Rates are over the segment.
type Point struct {
	Games           int64   `json:"games"`            // learned from since the run began
	Positions       int64   `json:"positions"`        // likewise
	Loss            float64 `json:"loss"`             // half the squared errors of the five outputs, mean over positions, whatever the run's loss
	GammonShare     float64 `json:"gammon_share"`     // of self-play games, backgammons included
	BackgammonShare float64 `json:"backgammon_share"` // of self-play games
	Alpha           float64 `json:"alpha"`
	Lambda          float64 `json:"lambda"`
	GamesPerSecond  float64 `json:"games_per_second"` // of this computer; not part of the result

	*Measurement
}

// Measurement is the strength of a net against a fixed opponent, cubeless money
// play.
type Measurement struct {
	Opponent string  `json:"opponent"`
	Bench    int     `json:"bench_games"`
	PPG      float64 `json:"ppg"`     // points per game
	PPGLow   float64 `json:"ppg_low"` // its 95% interval
	PPGHigh  float64 `json:"ppg_high"`
}

// appendMetrics adds a line to the metrics file.
func (f *Folder) appendMetrics(p *Point) error {
	line, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("td: %w", err)
	}
	file, err := os.OpenFile(f.path(metricsFile), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return fmt.Errorf("td: %w", err)
	}
	_, err = file.Write(append(line, '\n'))
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("td: %w", err)
	}
	return nil
}

// Metrics reads the run's metrics. A last line that was cut off is left out.
func (f *Folder) Metrics() ([]Point, error) {
	text, err := os.ReadFile(f.path(metricsFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("td: %w", err)
	}
	complete := text[:bytes.LastIndexByte(text, '\n')+1]
	var points []Point
	lines := bufio.NewScanner(bytes.NewReader(complete))
	for n := 1; lines.Scan(); n++ {
		var p Point
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return nil, fmt.Errorf("td: %s:%d: %w", f.path(metricsFile), n, err)
		}
		points = append(points, p)
	}
	return points, lines.Err()
}

// dropMetricsAfter removes the lines about later games.
func (f *Folder) dropMetricsAfter(games int64) error {
	points, err := f.Metrics()
	if err != nil {
		return err
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	for i := range points {
		if points[i].Games > games {
			break
		}
		if err := encoder.Encode(&points[i]); err != nil {
			return fmt.Errorf("td: %w", err)
		}
	}
	return atomicfile.WriteFile(f.path(metricsFile), text.Bytes())
}
