package api_test

import (
	"context"
	"encoding/json"
	"time"

	"gammonlab/farm"
	"gammonlab/farm/wire"
)

// busyFarm returns the state of a farm with a value in every field of jobs and
// workers.
func busyFarm(context.Context) (*wire.State, error) {
	now := time.Now()
	job := wire.Job{
		Owner: "me", ID: "0123456789abcdef", Description: farm.Description{Kind: "label/1", Spec: json.RawMessage(`{}`), Class: "simd", Data: "digest"},
		Protocol: 1, Items: 5, AckWait: time.Second, Quorum: 1, Refused: []string{"K"}, Session: "b", Earlier: []string{"a"}, Host: "box", Since: now,
	}
	return &wire.State{
		At:      now,
		Jobs:    []wire.JobState{{Job: job, Progress: wire.Progress{Of: 10, AtMost: true, Note: "no room", Seen: now}}},
		Workers: []wire.Worker{{Name: "box", Error: "cut", Unfit: map[string]string{job.ID: "class"}, Since: now, Seen: now}},
	}, nil
}
