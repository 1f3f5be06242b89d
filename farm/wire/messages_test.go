package wire

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
	m := ShardMessage("s", shard)
	got := must.Get(ReadShard(m, "me", ShardToken(shard)))(t)
	if got.First != shard.First || got.Items != shard.Items || string(got.Payload) != "payload" {
		t.Errorf("got %+v", got)
	}
	m.Data = []byte("other")
	must.Fail(t, must.Err(ReadShard(m, "me", ShardToken(shard))), "digest")
	o := &Outcome{Toolkit: "1", Class: "simd", Result: []byte("result"), Took: 5 * time.Second}
	m = o.Message("r")
	if got := must.Get(ReadOutcome(m.Header, m.Data))(t); string(got.Result) != "result" || got.Took != o.Took {
		t.Errorf("got %+v", got)
	}
	must.Fail(t, must.Err(ReadOutcome(m.Header, []byte("Result"))), "SHA-256")
	m.Header.Set(HeaderTime, "-1")
	must.Fail(t, must.Err(ReadOutcome(m.Header, m.Data)), "milliseconds")
	must.Fail(t, must.Err(ReadOutcome(nil, nil)), "milliseconds")
	text := must.Get(json.Marshal(Job{Owner: "me", AckWait: time.Second}))(t)
	var j Job
	must.OK(t, json.Unmarshal(text, &j))
	if j.AckWait != time.Second || strings.Contains(Readable("a\nb\r\x00", MostText), "\n") {
		t.Errorf("got %+v", j)
	}
}
