package stream_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/stream"
	"gammonlab/internal/must"
	"gammonlab/internal/waittest"
)

// quick returns limits that are short enough for tests.
func quick() stream.Limits {
	return stream.Limits{Streams: 3, Pause: time.Millisecond, Comment: time.Minute, Patience: 10 * time.Second, Retry: 2 * time.Second}
}

// server serves a topic and returns its address.
func server(t *testing.T, hub *stream.Hub, topic *stream.Topic) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := hub.Serve(w, r, topic); err != nil {
			problem.Of(err).Write(w)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// reader reads a stream.
type reader struct {
	t        *testing.T
	response *http.Response
	lines    *bufio.Scanner
}

// open opens a stream as a client that has seen an event, "" for none.
func open(t *testing.T, url, last string) *reader {
	t.Helper()
	request := must.Get(http.NewRequestWithContext(t.Context(), "GET", url, nil))(t)
	if last != "" {
		request.Header.Set("Last-Event-ID", last)
	}
	response := must.Get(http.DefaultClient.Do(request))(t)
	t.Cleanup(func() { response.Body.Close() })
	return &reader{t, response, bufio.NewScanner(response.Body)}
}

// block returns the lines up to the next empty one, joined by "|"; "" at the end.
func (r *reader) block() string {
	var lines []string
	for r.lines.Scan() && r.lines.Text() != "" {
		lines = append(lines, r.lines.Text())
	}
	return strings.Join(lines, "|")
}

// rest returns all blocks to the end of the stream.
func (r *reader) rest() []string {
	var all []string
	for b := r.block(); b != ""; b = r.block() {
		all = append(all, b)
	}
	return all
}

func expect(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s: got\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestStream(t *testing.T) {
	topic := stream.NewTopic()
	s := server(t, stream.NewHub(quick()), topic)
	topic.Publish(stream.State, "old")
	must.OK(t, topic.PublishJSON(stream.State, map[string]int{"trials": 36}))
	topic.Publish(stream.Append, "first")
	topic.Publish(stream.HTML, "<p>\nx</p>\r\n\r")
	r := open(t, s.URL, "")
	if kind := r.response.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Errorf("the type is %q", kind)
	}
	first := []string{r.block(), r.block(), r.block(), r.block()}
	expect(t, "what was there", first, "retry: 2000", `id: 2|event: state|data: {"trials":36}`,
		"id: 3|event: append|data: first", "id: 4|event: html|data: <p>|data: x</p>|data: |data: ")
	topic.Publish(stream.Append, "second")
	topic.End(`{"state":"done"}`)
	topic.Publish(stream.State, "after the end")
	expect(t, "what came", r.rest(), "id: 5|event: append|data: second", `id: 6|event: end|data: {"state":"done"}`)

	expect(t, "again", open(t, s.URL, "4").rest(), "retry: 2000", "id: 5|event: append|data: second", `id: 6|event: end|data: {"state":"done"}`)
	if status := open(t, s.URL, "6").response.StatusCode; status != http.StatusNoContent {
		t.Errorf("after the end: status %d, want 204, which ends a client's attempts", status)
	}
	expect(t, "with an ID of before the server's start", open(t, s.URL, "99").rest()[:2], "retry: 2000", `id: 2|event: state|data: {"trials":36}`)
	if status := open(t, s.URL, "x").response.StatusCode; status != http.StatusBadRequest {
		t.Errorf("an ID that is no number: status %d", status)
	}
}

// A client that has missed more events than the hub keeps gets an event that reports this;
// states are never lost.
func TestGap(t *testing.T) {
	topic := stream.NewTopic()
	s := server(t, stream.NewHub(quick()), topic)
	for i := range 1034 {
		topic.Publish(stream.Append, strconv.Itoa(i))
	}
	topic.End("")
	blocks := open(t, s.URL, "3").rest()
	expect(t, "the beginning", blocks[:3], "retry: 2000", "id: 11|event: gap|data: {}", "id: 12|event: append|data: 11")
	if blocks := open(t, s.URL, "12").rest(); len(blocks) != 1+1022+1 || strings.Contains(blocks[1], "gap") {
		t.Errorf("who is not that far behind gets %d blocks, the second %q", len(blocks), blocks[1])
	}
}

// The hub limits the number of events per second and sends only the newest
// state.
func TestPause(t *testing.T) {
	limits := quick()
	limits.Pause = 100 * time.Millisecond
	topic := stream.NewTopic()
	r := open(t, server(t, stream.NewHub(limits), topic).URL, "")
	r.block()
	began := time.Now()
	go func() {
		for i := range 300 {
			topic.Publish(stream.State, strconv.Itoa(i))
			time.Sleep(time.Millisecond)
		}
		topic.End("")
	}()
	all := r.rest()
	most := 3 + int(time.Since(began)/limits.Pause)
	if len(all) < 2 || len(all) > most || !strings.Contains(all[len(all)-2]+all[len(all)-1], "event: end") {
		t.Errorf("got %d events in %v, want 2 to %d: %v", len(all), time.Since(began), most, all)
	}
}

func TestComments(t *testing.T) {
	limits := quick()
	limits.Comment = 20 * time.Millisecond
	r := open(t, server(t, stream.NewHub(limits), stream.NewTopic()).URL, "")
	expect(t, "an idle stream", []string{r.block(), r.block(), r.block()}, "retry: 2000", ": alive", ": alive")
}

func TestDefaultLimits(t *testing.T) {
	want := stream.Limits{Streams: 128, Pause: 200e6, Comment: 15e9, Patience: 10e9, Retry: 2e9}
	if got := stream.DefaultLimits(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestTooManyStreams(t *testing.T) {
	hub := stream.NewHub(quick())
	topic := stream.NewTopic()
	s := server(t, hub, topic)
	for range 3 {
		open(t, s.URL, "").block()
	}
	r := open(t, s.URL, "")
	if r.response.StatusCode != http.StatusServiceUnavailable || r.response.Header.Get("Retry-After") != "2" || hub.Open() != 3 {
		t.Errorf("a fourth stream: status %d, Retry-After %q, %d open", r.response.StatusCode, r.response.Header.Get("Retry-After"), hub.Open())
	}
	topic.End("")
	waittest.Until(t, "the streams to be closed", func() bool { return hub.Open() == 0 })
}

// The hub drops a client that does not read, or whose connection is cut.
func TestDroppedClients(t *testing.T) {
	limits := quick()
	limits.Patience = 200 * time.Millisecond
	hub, topic := stream.NewHub(limits), stream.NewTopic()
	s := server(t, hub, topic)
	conn := must.Get(net.Dial("tcp", s.Listener.Addr().String()))(t)
	defer conn.Close()
	must.OK(t, conn.(*net.TCPConn).SetReadBuffer(4096))
	must.Get(io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"))(t)
	waittest.Until(t, "the stream", func() bool { return hub.Open() == 1 })
	large := strings.Repeat("x", 1<<20)
	waittest.Until(t, "the slow client to be left", func() bool {
		topic.Publish(stream.State, large)
		return hub.Open() == 0
	})

	s = server(t, hub, stream.NewTopic()) // with a small first event, which a client need not read
	other := must.Get(net.Dial("tcp", s.Listener.Addr().String()))(t)
	must.Get(io.WriteString(other, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"))(t)
	waittest.Until(t, "the second stream", func() bool { return hub.Open() == 1 })
	must.OK(t, other.Close())
	waittest.Until(t, "the cut connection to be noticed", func() bool { return hub.Open() == 0 })
}

// A stream outlives the server's time to write, and ends with "end" when the server
// stops.
func TestServerStops(t *testing.T) {
	hub, topic := stream.NewHub(quick()), stream.NewTopic()
	base, stop := context.WithCancel(context.Background())
	defer stop()
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { hub.Serve(w, r, topic) }))
	s.Config.WriteTimeout = 100 * time.Millisecond
	s.Config.BaseContext = func(net.Listener) context.Context { return base }
	s.Start()
	defer s.Close()
	r := open(t, s.URL, "")
	r.block()
	time.Sleep(300 * time.Millisecond)
	topic.Publish(stream.State, "later")
	expect(t, "after the time to write", []string{r.block()}, "id: 1|event: state|data: later")
	stop()
	expect(t, "the end", r.rest(), fmt.Sprintf("id: 1|event: end|data: %s", `{"reason":"the server stops"}`))
}

// 64 streams that wait take little memory.
func TestMemoryOfIdleStreams(t *testing.T) {
	limits := quick()
	limits.Streams = 64
	hub := stream.NewHub(limits)
	s := server(t, hub, stream.NewTopic())
	before := memory()
	for range limits.Streams {
		conn := must.Get(net.Dial("tcp", s.Listener.Addr().String()))(t)
		defer conn.Close()
		must.Get(io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"))(t)
	}
	waittest.Until(t, "the streams", func() bool { return hub.Open() == limits.Streams })
	used := int64(memory()) - int64(before)
	t.Logf("%d idle streams take %.1f MB", limits.Streams, float64(used)/1e6)
	if used > 50e6 {
		t.Errorf("%d idle streams take %d bytes, want less than 50 MB", limits.Streams, used)
	}
}

// memory returns the bytes in use by the heap and by stacks.
func memory() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}
