// For a debug build: requests the URL of its arguments with your own `session`, and writes the answer for ios.sh.
if let text = UserDefaults.standard.string(forKey: "rogues-url"), let url = URL(string: text) {
  session.dataTask(with: url) { data, response, error in
    let status = (response as? HTTPURLResponse)?.statusCode
    let answer: String
    switch error as? URLError {
    case nil:
      answer = status == 200 ? "ACCEPT \(String(decoding: data!, as: UTF8.self))" : "FAILED server \(status ?? 0)"
    case let e? where (-1206 ... -1200).contains(e.code.rawValue) || e.code == .cancelled:
      answer = "CANCEL other \(e.code.rawValue)"
    case let e?: answer = "FAILED network \(e.code.rawValue)"
    }
    let file = URL.documentsDirectory.appending(path: "rogues-\(url.lastPathComponent)")
    try! Data(answer.utf8).write(to: file, options: .atomic)
  }.resume()
}
