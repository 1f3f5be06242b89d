package jetstream

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"gammonlab/farm"
	"gammonlab/internal/must"
)

// Descriptions are unchanged after their way over the server.
func TestWire(t *testing.T) {
	shard := farm.Shard{First: 1 << 60, Items: 3, Payload: []byte("payload")}
	m := shardMessage("s", shard)
	got := must.Get(readShard(m, "me", tokenOf(shard)))(t)
	if got.First != shard.First || got.Items != shard.Items || string(got.Payload) != "payload" {
		t.Errorf("got %+v", got)
	}
	m.Data = []byte("other")
	must.Fail(t, must.Err(readShard(m, "me", tokenOf(shard))), "digest")
	o := &outcome{Toolkit: "1", Class: "simd", Result: []byte("result"), Took: 5 * time.Second}
	m = o.message("r")
	if got := must.Get(readOutcome(m.Header, m.Data))(t); string(got.Result) != "result" || got.Took != o.Took {
		t.Errorf("got %+v", got)
	}
	must.Fail(t, must.Err(readOutcome(m.Header, []byte("Result"))), "SHA-256")
	m.Header.Set(headerTime, "-1")
	must.Fail(t, must.Err(readOutcome(m.Header, m.Data)), "milliseconds")
	must.Fail(t, must.Err(readOutcome(nil, nil)), "milliseconds")
	text := must.Get(json.Marshal(Job{Owner: "me", AckWait: time.Second}))(t)
	var j Job
	must.OK(t, json.Unmarshal(text, &j))
	if j.AckWait != time.Second || strings.Contains(readable("a\nb\r\x00", mostText), "\n") {
		t.Errorf("got %+v", j)
	}
}
