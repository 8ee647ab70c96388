// For a debug build: requests the URL of its intent with your own `client`, and writes the answer for android.sh.
class PinTest : Activity() {
  override fun onCreate(state: Bundle?) {
    super.onCreate(state)
    val url = intent.dataString!!
    thread {
      val answer = try {
        client.newCall(Request.Builder().url(url).build()).execute().use {
          if (it.code == 200) "ACCEPT ${it.body!!.string()}" else "FAILED server ${it.code}"
        }
      } catch (e: SSLPeerUnverifiedException) { "CANCEL other ${e.message}" }
        catch (e: SSLHandshakeException) { "CANCEL other ${e.message}" }
        catch (e: IOException) { "FAILED network $e" }
      val name = "rogues-" + Uri.parse(url).path!!.drop(1)
      File(filesDir, "$name.t").apply { writeText(answer.replace('\n', ' ')) }.renameTo(File(filesDir, name))
    }
  }
}
