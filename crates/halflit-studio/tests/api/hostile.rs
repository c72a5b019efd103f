//! A hostile page in the same browser gets nothing.

use std::io::Write;
use std::net::TcpStream;

use serde_json::json;

use crate::client::{Answer, send};
use crate::world::{World, folder};

/// A request with exactly these headers.
fn raw(world: &World, method: &str, path: &str, headers: &[String], body: &str) -> Answer {
    let mut request = format!("{method} {path} HTTP/1.1\r\n");
    headers.iter().for_each(|header| request += &format!("{header}\r\n"));
    request += &format!("Content-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len());
    send(world.port, request.as_bytes())
}

#[test]
fn who_may_not_ask_is_refused() {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    let (port, token) = (world.port, world.token.clone());
    let host = format!("Host: 127.0.0.1:{port}");
    let key = format!("x-halflit-token: {token}");
    let wrong = format!("x-halflit-token: {}", "0".repeat(token.len()));
    let own = |more: &str| vec![host.clone(), key.clone(), more.to_owned()];
    let status = |headers: &[String]| raw(&world, "GET", "/api/state", headers, "").status;
    assert_eq!(status(&own("Accept: */*")), 200);
    assert_eq!(status(&own(&format!("Origin: http://localhost:{port}"))), 200);
    assert_eq!(status(&own("Sec-Fetch-Site: same-origin")), 200);
    let refused: [Vec<String>; 13] = [
        vec![host.clone()],
        vec![host.clone(), wrong],
        vec![host.clone(), "x-halflit-token: ".into()],
        vec![host.clone(), format!("x-halflit-token: {}", &token[1..])],
        // A name of the attacker's that points to this machine, and this machine under another port.
        vec![format!("Host: evil.example:{port}"), key.clone()],
        vec!["Host: 127.0.0.1".into(), key.clone()],
        vec![key.clone()],
        own("Origin: https://evil.example"),
        own("Origin: null"),
        own(&format!("Origin: https://127.0.0.1:{port}")),
        own(&format!("Origin: http://127.0.0.1:{}", port - 1)),
        own("Sec-Fetch-Site: cross-site"),
        own("Sec-Fetch-Site: same-site"),
    ];
    for headers in &refused {
        let answer = raw(&world, "GET", "/api/state", headers, "");
        // Without a host it is not HTTP/1.1.
        assert!(answer.status == 403 || answer.status == 400, "{headers:?} {}", answer.status);
        assert!(!String::from_utf8_lossy(&answer.body).contains("ionosphere"));
        let action = json!({ "do": "label", "rows": [0], "class": "stolen" }).to_string();
        assert_ne!(raw(&world, "POST", "/api/actions", headers, &action).status, 200);
    }
    assert_eq!(world.state()["labeled"], 0);
    // Whatever is asked, and by any client, no other origin may read it.
    for path in ["/", "/studio.js", "/api/state", "/api/nothing", "/api/events"] {
        let answer = raw(&world, "OPTIONS", path, &own("Origin: https://evil.example"), "");
        assert!(answer.header("access-control-allow-origin").is_none());
        assert!(
            answer
                .header("content-security-policy")
                .is_some_and(|p| p.starts_with("default-src 'none'"))
        );
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
    }
    world.end();
}

#[test]
fn the_page_opens_with_its_token_alone() {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    let host = vec![format!("Host: localhost:{}", world.port)];
    let closed = raw(&world, "GET", "/", &host, "");
    assert_eq!(closed.status, 403);
    assert!(String::from_utf8_lossy(&closed.body).contains("token"));
    let address = format!("/?token={}", world.token);
    let framed = [host.clone(), vec!["Sec-Fetch-Site: cross-site".into()]].concat();
    let open = raw(&world, "GET", &address, &framed, "");
    assert_eq!((open.status, open.header("content-type")), (200, Some("text/html; charset=utf-8")));
    // A header can be sent by a script, an address is opened by a person.
    let header = [host.clone(), vec![format!("x-halflit-token: {}", world.token)]].concat();
    assert_eq!(raw(&world, "GET", "/", &header, "").status, 403);
    for (path, kind) in [("/studio.js", "text/javascript"), ("/studio.css", "text/css")] {
        let plain = raw(&world, "GET", path, &host, "");
        assert_eq!(plain.status, 200);
        assert!(plain.header("content-type").is_some_and(|own| own.starts_with(kind)));
        let packed = [host.clone(), vec!["Accept-Encoding: br, gzip".into()]].concat();
        let packed = raw(&world, "GET", path, &packed, "");
        assert_eq!(packed.header("content-encoding"), Some("gzip"));
        assert!(packed.body.starts_with(&[0x1f, 0x8b]));
    }
    world.end();
}

#[test]
fn what_makes_no_sense_gets_its_status_and_what_to_do() {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    let too_large = vec![b' '; (16 << 20) + 1];
    let deep = "[".repeat(100_000);
    for (body, status) in [
        (&b"{\"do\":\"label\",\"rows\":[0],\"class\":"[..], 400),
        (b"", 400),
        (b"null", 400),
        (b"\xff\xfe", 400),
        (b"{\"do\":\"explode\"}", 400),
        (b"{\"do\":\"label\",\"rows\":[351],\"class\":\"a\"}", 400),
        (b"{\"do\":\"label\",\"rows\":[-1],\"class\":\"a\"}", 400),
        (b"{\"do\":\"label\",\"rows\":[1.5],\"class\":\"a\"}", 400),
        (b"{\"do\":\"label\",\"rows\":[NaN],\"class\":\"a\"}", 400),
        (b"{\"do\":\"label\",\"rows\":[0],\"class\":\"\"}", 400),
        ("{\"do\":\"class\",\"name\":\"\u{200b}\"}".as_bytes(), 400),
        ("{\"do\":\"class\",\"name\":\"cat\u{200b}\"}".as_bytes(), 400),
        ("{\"do\":\"class\",\"name\":\"\u{200d}\u{fe0f}\"}".as_bytes(), 400),
        (b"{\"do\":\"settings\",\"method\":\"ss-lfda\",\"gamma\":NaN}", 400),
        (b"{\"do\":\"settings\",\"method\":\"ss-lfda\",\"gamma\":-1}", 400),
        (b"{\"do\":\"undo\"}", 400),
        (deep.as_bytes(), 400),
        (&too_large, 413),
    ] {
        let answer = world.request("POST", "/api/actions", body);
        let shown = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
        assert_eq!(answer.status, status, "{shown}");
        let answer = answer.json();
        assert!(answer["what"].is_string() && answer["help"].is_string(), "{shown}");
    }
    for (path, status) in [
        ("/api/rows?rows=351", 400),
        ("/api/rows?rows=", 400),
        ("/api/rows?rows=1,NaN", 400),
        ("/api/rows", 400),
        ("/api/map?since=-1", 400),
        ("/api/labels?since=99999999999", 400),
        ("/api/image?row=abc", 400),
        ("/api/export/passwords", 404),
        ("/api/export/..%2f..%2fetc%2fpasswd", 404),
        ("/../../etc/passwd", 404),
        ("/api/nothing", 404),
        ("/api/actions", 405),
    ] {
        let answer = world.get(path);
        assert_eq!(answer.status, status, "{path}");
    }
    let many: Vec<String> = (0..201).map(|row| row.to_string()).collect();
    assert_eq!(world.get(&format!("/api/rows?rows={}", many.join(","))).status, 400);
    assert_eq!((&world.state()["version"], &world.state()["labeled"]), (&json!(1), &json!(0)));
    world.end();
}

#[test]
fn connections_that_say_nothing_keep_nobody_out() {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    let silent: Vec<TcpStream> = (0..160)
        .map(|k| {
            let mut stream = TcpStream::connect(("127.0.0.1", world.port)).expect("connects");
            if k % 2 == 0 {
                stream.write_all(b"GET / HTTP/1.1\r\nHost: ").expect("half a head");
            }
            stream
        })
        .collect();
    assert_eq!(world.get("/api/state").status, 200);
    drop(silent);
    world.end();
}
